"""What a docstring is written from, and what its examples come to."""
