"""Candidates that try to pass without the answer do not."""
# criterion: A3
# source: gold-nop/source

# %% probe gold
# function: shop/prices.py::total#1
# candidates: gold
# cases: gold-nop/harnesses/total.py
# verdict: passed

# %% probe each
# function: shop/prices.py::total#1
# cases: gold-nop/harnesses/total.py
# candidates: cheats/candidates/
