def case_all():
    observe(list(running([4, 9, 13])))


def case_sent():
    it = running([4, 9, 13])
    next(it)
    observe(it.send(100))
