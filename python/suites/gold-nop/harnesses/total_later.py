import asyncio


async def _moment():
    await asyncio.sleep(0)


async def case_three():
    await total_later([5, 6, 7], _moment)


async def case_none():
    observe(await total_later([], _moment))
