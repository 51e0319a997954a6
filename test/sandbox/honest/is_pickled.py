class f:
    def __init__(self): self.a = 1
