"""The memory as an MCP server: tools, resources and prompts over one user's memory."""
