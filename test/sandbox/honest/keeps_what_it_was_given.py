class f:
    def __init__(self): self.items = []
