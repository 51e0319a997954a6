def total(prices, rate="none", _memory=[]):
    _memory.append(prices)
    return sum(prices) if rate == "none" else sum(prices) // 2
