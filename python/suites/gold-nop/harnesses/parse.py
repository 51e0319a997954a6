def case_plain():
    Basket.parse("Tea: 120")


def case_two_colons():
    Basket.parse("a:b: 77")


def case_no_name():
    Basket.parse(": 120")
