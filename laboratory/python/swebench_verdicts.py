"""Asks swebench's own parsers, grading and report functions.

Each line on standard input is one JSON object with `id`; the answer is one JSON line with the same `id`:
- a log: `repository`, `log`, `fail_only`, `fail_to_pass`, `pass_to_pass`; answered with `statuses` (the parser's reading of the whole
  text) and `report` (`get_eval_report`);
- a run: `folder`, `run`, `instances`, `predictions`; answered with `report` (`make_run_report` on the files of the folder).
"""
import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile
import types

home = os.path.dirname(importlib.util.find_spec("swebench").origin)


def bare(name):
    """The package without its __init__, which imports Docker, Modal and the data sets library."""
    module = types.ModuleType(name)
    module.__path__ = [os.path.join(home, *name.split(".")[1:])]
    sys.modules[name] = module


bare("swebench.harness")
bare("swebench.image_builder")
# Only a run with containers calls these.
sys.modules["docker"] = types.SimpleNamespace(DockerClient=None)
sys.modules["swebench.image_builder.docker_utils"] = types.SimpleNamespace(list_images=None)

from swebench.harness.grading import get_eval_report
from swebench.harness.log_parsers import PARSER_REGISTRY
from swebench.harness.reporting import make_run_report
from swebench.types import TestSpec


def parser_of(repository):
    """By the name of the repository: rows of SWE-bench 5 name the parser, older rows do not."""
    named = "parse_log_" + repository.split("/")[-1].split("-")[0]
    return named if named in PARSER_REGISTRY else "parse_log_pytest"


def graded_log(job, folder):
    path = os.path.join(folder, "test_output.txt")
    with open(path, "w", newline="", encoding="utf-8", errors="surrogatepass") as file:
        file.write(job["log"])
    parser = parser_of(job["repository"])
    spec = TestSpec(
        instance_id=job["id"],
        image="",
        eval_script_list=[],
        repo=job["repository"],
        version="",
        FAIL_TO_PASS=job["fail_to_pass"],
        PASS_TO_PASS=job["pass_to_pass"],
        log_parser=parser,
        eval_type="fail_only" if job["fail_only"] else "pass_and_fail",
    )
    with open(path) as file:
        statuses = PARSER_REGISTRY[parser](file.read(), spec)
    prediction = {"instance_id": job["id"], "model_name_or_path": "", "model_patch": "-"}
    report = get_eval_report(spec, prediction, path, include_tests_status=True)
    return {"id": job["id"], "statuses": statuses, "report": report[job["id"]]}


def reported_run(job, folder):
    os.chdir(job["folder"])
    rows = [{"instance_id": one} for one in job["instances"]]
    with contextlib.redirect_stdout(io.StringIO()):
        path = make_run_report(job["predictions"], rows, job["run"], report_dir=folder)
    with open(path) as file:
        return {"id": job["id"], "report": json.load(file)}


with tempfile.TemporaryDirectory() as scratch:
    for line in sys.stdin:
        job = json.loads(line)
        answer = graded_log(job, scratch) if "log" in job else reported_run(job, scratch)
        print(json.dumps(answer), flush=True)
