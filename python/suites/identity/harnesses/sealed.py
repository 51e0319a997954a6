def case_sealed():
    observe(sealed("rex"))
