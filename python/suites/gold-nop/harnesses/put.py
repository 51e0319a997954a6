def case_twice():
    basket = Basket("Ann")
    basket.put("tea", 120)
    basket.put("tea", 150, 3)
    observe(basket.things)


def case_nothing():
    Basket("Ann").put("tea", 120, 0)
