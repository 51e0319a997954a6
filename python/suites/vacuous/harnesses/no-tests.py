from fut_module import rounded


def check_rounded():
    assert rounded(7, 5) == 5
