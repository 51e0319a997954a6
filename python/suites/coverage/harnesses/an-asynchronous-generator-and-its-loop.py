async def case_0():
    observe(await an_asynchronous_generator_and_its_loop([1]))
