def case_prices():
    observe(longest_first({"b": 1, "aaa": 2, "cc": 3}))


def case_more():
    observe(longest_first({"silver": 4, "gold": 30}))
