def case_two():
    basket = Basket("Ann")
    basket.things = {"a": (2, 30), "b": (1, 45)}
    observe(basket.cost)


def case_none():
    observe(Basket("Ann").cost)
