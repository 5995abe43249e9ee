"""`python -m mnemic` is the command `mnemic`."""

from mnemic.faces.cli import main

if __name__ == "__main__":
    main()
