"""Sanitisers of other tools, each a program by itself: run in boxes, where texts are read."""
