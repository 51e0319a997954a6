def case_red():
    from zoo.kinds import Colour, Mark

    mark = painted("a", "RED")
    observe(isinstance(mark, Mark) and isinstance(mark.colour, Colour))
    observe({mark: 1}[painted("a", "RED")])


def case_unknown():
    painted("a", "GREEN")
