def case_bred():
    dog = bred("rex")
    from zoo.kinds import Animal
    observe(isinstance(dog, Animal))
    observe(dog)
