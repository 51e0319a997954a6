def case_hurried():
    # Long enough for a processor's clock that ticks coarsely, or that stood still for a while.
    observe(hurried(8_000_000))
