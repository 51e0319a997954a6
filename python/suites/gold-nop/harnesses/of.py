def case_two():
    basket = Basket.of(" ann lee ", ["tea: 1", "milk: 40"])
    observe(basket.things)


def case_none():
    observe(Basket.of("bo", []))
