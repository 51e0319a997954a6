"""Split grading: the test runs in one box, the program in another; between them travel values, never code."""
