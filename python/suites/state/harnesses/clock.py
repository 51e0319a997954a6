def case_waited():
    observe(waited(0.01))
