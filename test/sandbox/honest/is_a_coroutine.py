import asyncio
async def f(x):
    await asyncio.sleep(0)
    return x + 1
