"""An end of a test that says itself what it is."""
from __future__ import annotations


class Told(Exception):
    """`kind` of the verdict, `text` as it is to be told, `detail`: of the record, if any."""

    def __init__(self, kind: str, text: str = "", detail=None):
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.detail = detail
