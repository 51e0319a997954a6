"""Candidates that try to pass without the answer do not."""
# criterion: A3
# source: ../trials/harness/sample

# %% trial gold
# function: shop/prices.py::total#1
# candidates: gold
# cases: ../trials/harness/cases/total.py
# verdict: passed

# %% trial each
# function: shop/prices.py::total#1
# cases: ../trials/harness/cases/total.py
# candidates: ../trials/harness/cheats/
