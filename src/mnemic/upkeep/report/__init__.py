"""Everything that is held about one user, in one file that the user can read (S10)."""
