def case_first():
    observe(cached(1))


def case_second():
    observe((cached(1), cached(2)))
