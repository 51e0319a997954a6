"""Names for what is ours among the tests of a repository. They are made of the words of its own tests, so that no name tells them apart."""
from __future__ import annotations

import hashlib
import random
import re

#: Where a repository has few words of its own.
ORDINARY = ("default", "empty", "error", "format", "index", "invalid", "list", "mixed", "nested", "none", "option", "order", "result",
            "single", "string", "value")
WORDS_OF_A_NAME = 3


class Names:
    def __init__(self, texts):
        """@param texts: of the files of tests. No name that is drawn occurs in them"""
        self._texts = list(texts)
        #: A number that only somebody who knows the texts can compute.
        self.number = int(hashlib.sha256("\0".join(self._texts).encode("utf-8", "replace")).hexdigest(), 16)
        told = {word for text in self._texts for name in re.findall(r"\bdef test_(\w+)", text) for word in name.lower().split("_")}
        self._words = sorted({word for word in told if word.isascii() and word.isalpha() and len(word) > 2} | set(ORDINARY))
        self._chance = random.SystemRandom()

    def draw(self, beginning: str = "") -> str:
        """A name that occurs nowhere, and was not drawn before."""
        count = WORDS_OF_A_NAME
        while True:
            name = beginning + "_".join(self._chance.sample(self._words, min(count, len(self._words))))
            if not any(name in text for text in self._texts):
                self._texts.append(name)
                return name
            count += 1
