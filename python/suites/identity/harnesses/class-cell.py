from zoo.made import Dog


def case_bark():
    observe(Dog("rex").bark(2))
