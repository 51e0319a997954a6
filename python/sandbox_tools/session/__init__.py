"""Interpreter sessions: a box that keeps its Python's state from one block to the next."""
