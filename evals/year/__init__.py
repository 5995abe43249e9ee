"""A simulated year of one user: what is remembered, what it costs, and what is still right at the end of each month."""
