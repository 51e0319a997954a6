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
