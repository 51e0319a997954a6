"""Inspect AI on the work of the efficiency bench, for the same machine and minute.

    python inspect_beside.py CONCURRENCY LATENCY_SECONDS SAMPLES CALLS LOG_FOLDER

Each sample asks the mock model CALLS times, each answer after the latency, and runs a step in a sandbox after each answer; the
sandbox answers at once, in this process, as that of our bench does. Prints one JSON object: how long `eval` took, in seconds, and
how many calls were made. Exit 1 when a sample failed.
"""

import asyncio
import json
import sys
import time

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import solver
from inspect_ai.util import ExecResult, SandboxEnvironment, sandbox, sandboxenv


@sandboxenv(name="instant")
class InstantSandbox(SandboxEnvironment):
    """Runs nothing."""

    @classmethod
    async def sample_init(cls, task_name, config, metadata):
        return {"default": cls()}

    @classmethod
    async def sample_cleanup(cls, task_name, config, environments, interrupted):
        pass

    async def exec(self, cmd, *args, **kwargs):
        return ExecResult(True, 0, "", "")

    async def write_file(self, file, contents):
        pass

    async def read_file(self, file, text=True):
        return ""


def main() -> int:
    concurrency, latency_s, samples, calls = (
        int(sys.argv[1]),
        float(sys.argv[2]),
        int(sys.argv[3]),
        int(sys.argv[4]),
    )
    made = 0

    async def answer(*_):
        nonlocal made
        await asyncio.sleep(latency_s)
        made += 1
        output = ModelOutput.from_content("mockllm/model", "def f(x):\n    return x\n")
        # Said, as a real endpoint says it: else the mock counts tokens, which takes time.
        output.usage = ModelUsage(input_tokens=500, output_tokens=200, total_tokens=700)
        return output

    @solver
    def search():
        async def solve(state, generate):
            for _ in range(calls):
                state = await generate(state)
                await sandbox().exec(["true"])
            return state

        return solve

    task = Task(
        dataset=[Sample(input=f"problem {number}") for number in range(samples)],
        solver=search(),
        sandbox="instant",
    )
    model = get_model(
        "mockllm/model",
        custom_outputs=answer,
        config=GenerateConfig(max_connections=concurrency),
    )
    started = time.perf_counter()
    logs = eval(
        task,
        model=model,
        max_samples=concurrency,
        max_connections=concurrency,
        max_sandboxes=concurrency,
        display="none",
        log_dir=sys.argv[5],
        score=False,
    )
    seconds = time.perf_counter() - started
    if any(log.status != "success" for log in logs) or made != samples * calls:
        errors = [str(log.error.message) for log in logs if log.error is not None]
        print(f"{made} of {samples * calls} calls were made", *errors[:1], file=sys.stderr)
        return 1
    print(json.dumps({"seconds": seconds, "calls": made}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
