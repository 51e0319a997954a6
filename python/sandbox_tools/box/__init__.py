"""What happens inside a box, before and around the program."""
