"""A harness that notices small changes is accepted; one that covers every branch and looks at little is not."""
# criterion: A10

# %% source shop/__init__.py

# %% source shop/prices.py
"""Prices in whole cents."""


def rounded(cents, step):
    """The multiple of `step` that is next to `cents`, the greater of two."""
    if step <= 0:
        raise ValueError("a step is positive")
    below = cents - cents % step
    if cents - below >= step - (cents - below):
        return below + step
    return below


def worth(gold, silver, debts):
    """What a purse is worth, less a tenth of what is above a hundred."""
    total = gold * 30 + silver * 4 - debts * 7
    if total > 100:
        return total - (total - 100) // 10
    return total + gold * silver * debts


def longest_first(prices):
    """The prices with the longest names first, which the order of a dict alone can tell."""
    names = list(prices)
    names.sort(key=len, reverse=True)
    return {name: prices[name] for name in names}

# %% probe strong
# function: shop/prices.py::rounded#1
# plan: accepted
def case_below():
    observe(rounded(11, 5))


def case_half():
    observe(rounded(12, 4))
    observe(rounded(10, 4))


def case_above():
    observe(rounded(14, 5))


def case_multiple():
    observe(rounded(15, 5))


def case_one():
    observe(rounded(7, 1))
    observe(rounded(9, 2))


def case_less_than_nothing():
    observe(rounded(-7, 5))


def case_refused():
    for step in (0, -1):
        try:
            rounded(7, step)
        except ValueError as error:
            observe(str(error))

# %% probe weak
# function: shop/prices.py::worth#1
# plan: low_mutation
def case_nothing():
    worth(0, 0, 0)


def case_more():
    worth(0, 0, -16)

# %% probe noticed by the order of a dict alone
# function: shop/prices.py::longest_first#1
# plan: low_mutation
def case_prices():
    observe(longest_first({"b": 1, "aaa": 2, "cc": 3}))


def case_more():
    observe(longest_first({"silver": 4, "gold": 30}))

# %% probe made from types
# function: shop/prices.py::rounded#1
# generators: hypothesis
# plan: accepted
