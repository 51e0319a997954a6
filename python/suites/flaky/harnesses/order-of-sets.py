def case_ordered():
    observe(ordered(["a", "b", "c", "d", "e", "f", "g", "h"]))
