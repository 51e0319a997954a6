"""Functions whose branches a person has counted."""
import functools


def half_an_if(a):
    if a:
        a = 1
    return a


def if_and_elif_one_way_of_four(a):
    if a == 1:
        return "one"
    elif a == 2:
        return "two"
    return "many"


def if_and_elif_all_ways(a):
    if a == 1:
        return "one"
    elif a == 2:
        return "two"
    else:
        return "many"


def an_if_that_ends_the_function(a, b):
    if a:
        b.append(a)


def a_for_that_ran_to_its_end(a):
    total = 0
    for x in a:
        total += x
    return total


def a_for_that_always_returns(a):
    for x in a:
        return x
    return None


def for_break_and_else(a, b):
    for x in a:
        if x == b:
            break
    else:
        x = None
    return x


def while_and_else(n):
    while n > 3:
        n -= 1
        if n == 10:
            break
    else:
        n = -n
    return n


def while_true(n):
    while True:
        n += 1
        if n > 5:
            return n


def while_with_continue(n):
    seen = []
    while n:
        n -= 1
        if n % 2:
            continue
        seen.append(n)
    return seen


def try_and_except_not_raised(a):
    try:
        b = int(a)
    except ValueError:
        b = None
    if b:
        return b
    return 0


def try_two_handlers_else_finally(a, seen):
    try:
        b = a[0]
    except IndexError:
        b = 1
    except TypeError:
        if seen:
            b = 2
        else:
            b = 3
    else:
        b = 4
    finally:
        seen.append(1)
    return b


def finally_with_a_return_inside_the_try(a, seen):
    try:
        if a:
            return 1
    finally:
        if seen:
            seen.clear()
    return 2


def an_exception_leaves_the_function_in_a_condition(a, b):
    if a / b:
        return 1


def a_with_block(a):
    import contextlib
    with contextlib.suppress(ZeroDivisionError):
        if a:
            a = 1 / a
        else:
            a = 1 / 0
    return a


def with_that_returns_inside_a_loop(a):
    import contextlib
    for x in a:
        with contextlib.nullcontext(x) as y:
            if y:
                return y
    return None


def an_inner_function(a):
    def inner(b):
        if b:
            return 1
        return 2
    if a is None:
        return inner
    return inner(a)


def an_inner_function_that_is_never_called(a):
    def inner(b):
        for x in b:
            if x:
                yield x
    return 1


def a_comprehension_has_no_branch_of_its_own(a):
    return [
        x
        for x in a
        if x
    ]


def a_comprehension_in_a_condition(a):
    if any(x > 2 for x in a):
        a = [x for x in a if x]
    return a


@functools.lru_cache(
    maxsize=None,
)
def decorated(a):
    if a:
        return 1
    return 2


def a_decorated_inner_function(a):
    import functools
    @functools.lru_cache()
    def inner(b):
        if b:
            return 1
        return 2
    if a:
        return inner(a)
    return inner(a) + inner(1)


def a_generator_not_exhausted(a):
    for x in a:
        if (yield x):
            return


def a_generator_exhausted_and_told_to_stop(a):
    for x in a:
        if (yield x):
            return


def yield_from(a):
    if a:
        yield from a
    yield 0


async def a_coroutine(a):
    import asyncio
    await asyncio.sleep(0)
    if a:
        await asyncio.sleep(0)
        return 1
    return 2


async def an_asynchronous_generator_and_its_loop(a):
    async def inner():
        for x in a:
            yield x
    total = 0
    async for x in inner():
        if x > 1:
            total += x
    return total


def conditions_over_several_lines(
    a,
    b=None,
):
    if (
        a
        and b
    ):
        return (
            a
            + b
        )
    return a or (
        b if b else
        0
    )


def recursion(n):
    if n < 2:
        return n
    return recursion(n - 1) + recursion(n - 2)


def never_called(n):
    if n < 2:
        return n
    return 3


def a_class_in_the_function(n):
    class Inner:
        if n:
            kind = 1
        else:
            kind = 2
        def get(self):
            if n:
                return self.kind
            return 0
    return Inner().get()


def code_that_cannot_be_reached(n):
    if n:
        return 1
    else:
        return 2
    if n:
        return 3
    return 4


def exempted_by_its_author(n):
    if n:  # pragma: no cover
        return 1
    while n:  # pragma: no branch
        n = 0
    return 2
