async def case_0():
    observe(await a_coroutine(1))
