def case_stamped():
    observe(stamped("a"))
