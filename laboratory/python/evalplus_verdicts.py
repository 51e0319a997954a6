"""Asks EvalPlus's own `check_correctness` about programs: `evalplus_verdicts.py WORKERS humaneval|mbpp FILE`, FILE being
the released tasks. What the references answer is found first, by EvalPlus too.

Each line on standard input is {"id": text, "task": id, "program": text}; the answer is one JSON line {"id": text,
"said": "pass fail"}, the status of each suite, in whatever order they end.
"""
import contextlib
import gzip
import json
import os
import sys
import tempfile
import types
from concurrent.futures import ProcessPoolExecutor, as_completed

#: Asked for models alone, and large.
for name in ("datasets", "evalplus.codegen"):
    sys.modules[name] = types.SimpleNamespace(load_dataset=None, run_codegen=None)

_known = {}


def _load(dataset, file):
    """Its caches lie by name and version, whatever file is named instead: none of them is used."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = os.path.join(folder, "tasks.jsonl")
        with (gzip.open if file.endswith(".gz") else open)(file, "rb") as source, open(tasks, "wb") as target:
            target.write(source.read())
        os.environ["XDG_CACHE_HOME"] = folder
        os.environ["HUMANEVAL_OVERRIDE_PATH"] = os.environ["MBPP_OVERRIDE_PATH"] = tasks
        from evalplus import data, evaluate

        problems = data.get_human_eval_plus() if dataset == "humaneval" else data.get_mbpp_plus()
        finding = [] if dataset == "humaneval" else evaluate.MBPP_OUTPUT_NOT_NONE_TASKS
        with contextlib.redirect_stdout(sys.stderr):
            expected = evaluate.get_groundtruth(problems, dataset, finding)
    return {task: (problem, expected[task]) for task, problem in problems.items()}


def _asked(dataset, job):
    from evalplus.evaluate import check_correctness

    problem, expected = _known[job["task"]]
    said = check_correctness(dataset, 0, problem, job["program"], expected, fast_check=True)
    suites = ["base", "plus"] if problem["plus_input"] else ["base"]
    return {"id": job["id"], "said": " ".join(said[suite][0] for suite in suites)}


def main():
    workers, dataset, file = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    _known.update(_load(dataset, file))
    jobs = [json.loads(line) for line in sys.stdin]
    with ProcessPoolExecutor(workers) as pool:
        asking = [pool.submit(_asked, dataset, one) for one in jobs]
        for one in as_completed(asking):
            print(json.dumps(one.result()), flush=True)


if __name__ == "__main__":
    main()
