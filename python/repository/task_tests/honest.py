"""What an honest run of pytest with our own tests in it says, and how it ends."""
from __future__ import annotations

import os

TESTS_FAILED = 1
GOOD = ("PASSED", "XFAIL", "XPASS", "SKIPPED")


def ends(code, told, ended: dict, forged: list) -> list:
    """Sentences on an end that no honest run has. @param ended: statuses without our own tests'; forged: what is wrong with those"""
    trouble = []
    if told.code is not None and code is not None and told.code != code:
        trouble.append("pytest ended with %d, its process with %d" % (told.code, code))
    if told.code is None and code == 0:
        trouble.append("the process ended with 0 before pytest did")
    if code == 0:
        trouble.append("the process ended with 0, though tests of ours fail")
    # A run that was broken off, as by an error in a file of tests, has not come to our tests.
    broken_off = code not in (0, TESTS_FAILED) or told.code not in (0, TESTS_FAILED)
    if not broken_off or any(status in GOOD for status in ended.values()):
        trouble += forged
    return trouble


def exit_without_canaries(code, told, ended: dict):
    if code != TESTS_FAILED or told.code != TESTS_FAILED:
        return code
    return TESTS_FAILED if any(status not in GOOD for status in ended.values()) else 0


def left_by_changes(left: list, tree) -> list:
    """Tests that the tested code has skipped, or said to be expected to fail. @param left: [test, word, paths of who did]"""
    found = []
    for test, word, paths in left:
        through = [os.path.relpath(path, tree.root) if os.path.isabs(path) else path for path in paths]
        by = next((path for path in through if path in tree.changed and path not in tree.laid), None)
        if by is not None:
            found.append("%s: %s by %s, which the patch changes" % (test, word, by))
    return found
