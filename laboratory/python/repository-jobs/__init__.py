"""Jobs of the tests, in the place of our own."""
