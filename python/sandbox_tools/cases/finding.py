"""Tasks of MBPP+ that ask whether something is found. What a function returns when it finds something is its own affair, and
may be no value that could leave the program's box."""
from __future__ import annotations

FINDING = frozenset(("check_str", "text_match_three", "text_starta_endb"))
