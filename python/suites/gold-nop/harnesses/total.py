def case_plain():
    total([100, 250, 7])


def case_half():
    total([120, 333], "half")


def case_full():
    total([1], rate="full")


def case_no_rate():
    total([1], "quarter")


def case_below_zero():
    total([5, -1])


def case_none():
    observe(total([]))


def case_changes_nothing():
    prices = [3, 4, 5]
    total(prices)
    observe(prices)


WANTED = [([11], 87109), ([100, 250, 7], 208858)]


def case_table():
    for prices, wanted in WANTED:
        assert total(prices) == wanted


def check(given, expected):
    assert given == expected


def case_checked():
    check(total([3, 4, 5]), 95028)
