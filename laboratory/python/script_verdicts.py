"""Runs scripts as plain processes and compares what they print by the rules of a tool that is no package:
`script_verdicts.py WORKERS apps|codecontests`.

Each line on standard input is {"id": text, "program": text, "tests": [[input, output]], "seconds": limit of a test}; the
answer is one JSON line {"id": text, "said": "passed" or "failed"}, in whatever order they end.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed


def _lines(text):
    return [line.strip() for line in text.strip().split("\n")]


def _number(word):
    try:
        return float(word)
    except ValueError:
        return None


def _near(one, other):
    """numpy's `allclose` of two numbers, as it comes."""
    return one == other or math.isfinite(other) and abs(one - other) <= 1e-8 + 1e-5 * abs(other)


def _all_near(printed, expected):
    numbers = [[_number(line) for line in lines] for lines in (printed, expected)]
    if None in numbers[0] + numbers[1] or len(printed) != len(expected):
        return False
    return all(map(_near, *numbers))


def _sets(lines, rounded):
    found = set()
    for line in lines:
        words = line.split()
        if rounded:
            numbers = [_number(word) for word in words]
            if None in numbers:
                return None
            words = [round(number, 3) for number in numbers]
        found.add(frozenset(words))
    return found


def apps(printed, expected):
    """Any of a row of rules, from the same lines to the same sets of words."""
    if printed.strip() == expected.strip():
        return True
    got, wanted = _lines(printed), _lines(expected)
    if got == wanted:
        return True
    got, wanted = [line for line in got if line], [line for line in wanted if line]
    if got == wanted or _all_near(got, wanted):
        return True
    if _sets(got, False) == _sets(wanted, False):
        return True
    sets = _sets(got, True)
    return sets is not None and sets == _sets(wanted, True)


def codecontests(printed, expected):
    """Words in any capitals; two numbers less than 1e-5 apart."""
    got, wanted = printed.lower().split(), expected.lower().split()
    if len(got) != len(wanted):
        return False
    for one, other in zip(got, wanted):
        numbers = _number(one), _number(other)
        if one != other and (None in numbers or not abs(numbers[0] - numbers[1]) < 1e-5):
            return False
    return True


RULES = {"apps": apps, "codecontests": codecontests}


def _passes(file, test, seconds, is_same):
    given, expected = test
    try:
        ran = subprocess.run(
            ["/usr/bin/python3", "-I", file], input=given.encode(), capture_output=True, timeout=seconds,
            cwd=os.path.dirname(file),
        )
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0 and is_same(ran.stdout.decode("utf-8", "replace"), expected)


def asked(job, is_same):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.py")
        with open(file, "w", encoding="utf-8", errors="surrogatepass") as target:
            target.write(job["program"])
        passed = all(_passes(file, test, job["seconds"], is_same) for test in job["tests"])
    return {"id": job["id"], "said": "passed" if passed else "failed"}


def main():
    workers, is_same = int(sys.argv[1]), RULES[sys.argv[2]]
    jobs = [json.loads(line) for line in sys.stdin]
    with ThreadPoolExecutor(workers) as pool:
        asking = [pool.submit(asked, one, is_same) for one in jobs]
        for one in as_completed(asking):
            print(json.dumps(one.result()), flush=True)


if __name__ == "__main__":
    main()
