"""A repository's Python files as text: found, decoded, taken apart and put together. Nothing of theirs is ever run."""
