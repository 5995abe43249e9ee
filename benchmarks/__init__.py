"""How fast Mnemic is with many users, how large it is to install, and how long it takes to start."""
