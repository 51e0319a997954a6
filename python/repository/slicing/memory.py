"""Answers about definitions that hold as long as the files that they were read from are kept: a function that many others need
is looked at once for all of their slices."""
from __future__ import annotations

# An answer weighs some ten kilobytes.
MOST_ANSWERS = 5_000


class Memory:
    """What it is asked has to follow from the project's files alone: nothing of the slice that is being made may come in."""

    def __init__(self, project):
        self._project = project

    def recall(self, key, find):
        """`find()`, or what it gave before; the files that it reads count as read either way."""
        answers = self._project.answers
        if key in answers:
            found, files = answers[key]
            if all(self._project.is_kept(file) for file in files):
                for file in files:
                    self._project.file(file.path)
                return found
        before, self._project.touched = self._project.touched, {}
        try:
            found = find()
            if len(answers) >= MOST_ANSWERS:
                answers.clear()
            answers[key] = found, list(self._project.touched.values())
        finally:
            before.update(self._project.touched)
            self._project.touched = before
        return found
