"""Scopes, imports, the call graph and the slice of a definition: read from text alone, bounded, never guessed."""
