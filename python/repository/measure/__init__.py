"""How much of one definition the cases of a harness execute, and which of them are worth keeping."""
