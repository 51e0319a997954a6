def case_registered():
    observe(registered("registered"))
