def case_0():
    observe(list(a_generator_exhausted_and_told_to_stop([1, 2])))


def case_1():
    steps = a_generator_exhausted_and_told_to_stop([1])
    next(steps)
    try:
        steps.send(True)
    except StopIteration:
        observe('ended')
