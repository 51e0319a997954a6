from zoo.made import Dog


def case_once():
    observe(Dog("rex").called(1))


def case_twice():
    observe(Dog("rex").called(2))
