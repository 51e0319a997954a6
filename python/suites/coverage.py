"""Branches are as many, and as many of them taken, as a person counted."""
# criterion: A9

# %% source counted/__init__.py

# %% source counted/matches.py
"""The same, of functions with `match`: Python 3.10 and later."""


def match_with_a_default(a):
    match a:
        case 1:
            return "one"
        case [x, *_]:
            return x
        case _:
            return None


def match_without_a_default_with_a_guard(a):
    found = 0
    match a:
        case {"k": v} if v > 1:
            found = v
        case str():
            found = -1
    return found

# %% source counted/plain.py
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

# %% probe half an if
# function: counted/plain.py::half_an_if#1
# covers: 1 of 2 branches
def case_0():
    observe(half_an_if(1))

# %% probe if and elif, one way of four
# function: counted/plain.py::if_and_elif_one_way_of_four#1
# covers: 1 of 4 branches
def case_0():
    observe(if_and_elif_one_way_of_four(1))

# %% probe if and elif, all ways
# function: counted/plain.py::if_and_elif_all_ways#1
# covers: 4 of 4 branches
def case_0():
    observe(if_and_elif_all_ways(1))


def case_1():
    observe(if_and_elif_all_ways(2))


def case_2():
    observe(if_and_elif_all_ways(3))

# %% probe an if that ends the function
# function: counted/plain.py::an_if_that_ends_the_function#1
# covers: 1 of 2 branches
def case_0():
    observe(an_if_that_ends_the_function(0, []))

# %% probe a for that ran to its end
# function: counted/plain.py::a_for_that_ran_to_its_end#1
# covers: 2 of 2 branches
def case_0():
    observe(a_for_that_ran_to_its_end([1, 2]))

# %% probe a for that always returns
# function: counted/plain.py::a_for_that_always_returns#1
# covers: 1 of 2 branches
def case_0():
    observe(a_for_that_always_returns([1]))

# %% probe for, break and else
# function: counted/plain.py::for_break_and_else#1
# covers: 3 of 4 branches
def case_0():
    observe(for_break_and_else([1, 2], 2))

# %% probe while and else
# function: counted/plain.py::while_and_else#1
# covers: 3 of 4 branches
def case_0():
    observe(while_and_else(5))

# %% probe while true
# function: counted/plain.py::while_true#1
# covers: 2 of 2 branches
def case_0():
    observe(while_true(1))

# %% probe while with continue
# function: counted/plain.py::while_with_continue#1
# covers: 3 of 4 branches
def case_0():
    observe(while_with_continue(1))

# %% probe try and except, not raised
# function: counted/plain.py::try_and_except_not_raised#1
# covers: 1 of 2 branches
def case_0():
    observe(try_and_except_not_raised('3'))

# %% probe try, two handlers, else, finally
# function: counted/plain.py::try_two_handlers_else_finally#1
# covers: 1 of 2 branches
def case_0():
    observe(try_two_handlers_else_finally([], []))


def case_1():
    observe(try_two_handlers_else_finally(1, []))

# %% probe finally with a return inside the try
# function: counted/plain.py::finally_with_a_return_inside_the_try#1
# covers: 4 of 4 branches
def case_0():
    observe(finally_with_a_return_inside_the_try(1, []))


def case_1():
    observe(finally_with_a_return_inside_the_try(0, [1]))

# %% probe an exception leaves the function in a condition
# function: counted/plain.py::an_exception_leaves_the_function_in_a_condition#1
# covers: 1 of 2 branches
def case_0():
    observe(an_exception_leaves_the_function_in_a_condition(1, 0))


def case_1():
    observe(an_exception_leaves_the_function_in_a_condition(1, 1))

# %% probe with
# function: counted/plain.py::a_with_block#1
# covers: 2 of 2 branches
def case_0():
    observe(a_with_block(1))


def case_1():
    observe(a_with_block(0))

# %% probe with that returns inside a loop
# function: counted/plain.py::with_that_returns_inside_a_loop#1
# covers: 3 of 4 branches
def case_0():
    observe(with_that_returns_inside_a_loop([0, 0, 2]))

# %% probe match with a default
# function: counted/matches.py::match_with_a_default#1
# covers: 3 of 4 branches
def case_0():
    observe(match_with_a_default(1))


def case_1():
    observe(match_with_a_default(5))

# %% probe match without a default, with a guard
# function: counted/matches.py::match_without_a_default_with_a_guard#1
# covers: 3 of 4 branches
def case_0():
    observe(match_without_a_default_with_a_guard({'k': 2}))


def case_1():
    observe(match_without_a_default_with_a_guard({'k': 1}))

# %% probe an inner function
# function: counted/plain.py::an_inner_function#1
# covers: 2 of 4 branches
def case_0():
    observe(an_inner_function(1))

# %% probe an inner function that is never called
# function: counted/plain.py::an_inner_function_that_is_never_called#1
# covers: 0 of 4 branches
def case_0():
    observe(an_inner_function_that_is_never_called(1))

# %% probe a comprehension has no branch of its own
# function: counted/plain.py::a_comprehension_has_no_branch_of_its_own#1
# covers: 0 of 0 branches
def case_0():
    observe(a_comprehension_has_no_branch_of_its_own([1, 0]))

# %% probe a comprehension in a condition
# function: counted/plain.py::a_comprehension_in_a_condition#1
# covers: 2 of 2 branches
def case_0():
    observe(a_comprehension_in_a_condition([1]))


def case_1():
    observe(a_comprehension_in_a_condition([3]))

# %% probe decorated
# function: counted/plain.py::decorated#1
# covers: 1 of 2 branches
def case_0():
    observe(decorated(1))


def case_1():
    observe(decorated(1))

# %% probe a decorated inner function
# function: counted/plain.py::a_decorated_inner_function#1
# covers: 3 of 4 branches
def case_0():
    observe(a_decorated_inner_function(0))

# %% probe a generator, asked once, which the recorder reads to its end
# function: counted/plain.py::a_generator_not_exhausted#1
# covers: 3 of 4 branches
def case_0():
    observe(next(a_generator_not_exhausted([1, 2])))

# %% probe a generator, exhausted and told to stop
# function: counted/plain.py::a_generator_exhausted_and_told_to_stop#1
# covers: 4 of 4 branches
def case_0():
    observe(list(a_generator_exhausted_and_told_to_stop([1, 2])))


def case_1():
    steps = a_generator_exhausted_and_told_to_stop([1])
    next(steps)
    try:
        steps.send(True)
    except StopIteration:
        observe('ended')

# %% probe yield from
# function: counted/plain.py::yield_from#1
# covers: 1 of 2 branches
def case_0():
    observe(list(yield_from([1])))

# %% probe a coroutine
# function: counted/plain.py::a_coroutine#1
# covers: 1 of 2 branches
async def case_0():
    observe(await a_coroutine(1))

# %% probe an asynchronous generator and its loop
# function: counted/plain.py::an_asynchronous_generator_and_its_loop#1
# covers: 5 of 6 branches
async def case_0():
    observe(await an_asynchronous_generator_and_its_loop([1]))

# %% probe conditions over several lines
# function: counted/plain.py::conditions_over_several_lines#1
# covers: 2 of 2 branches
def case_0():
    observe(conditions_over_several_lines(0))


def case_1():
    observe(conditions_over_several_lines(1, 2))

# %% probe recursion
# function: counted/plain.py::recursion#1
# covers: 2 of 2 branches
def case_0():
    observe(recursion(3))

# %% probe never called
# function: counted/plain.py::never_called#1
# covers: 0 of 2 branches
def case_0():
    observe(1)

# %% probe a class in the function
# function: counted/plain.py::a_class_in_the_function#1
# covers: 2 of 4 branches
def case_0():
    observe(a_class_in_the_function(1))

# %% probe code that cannot be reached
# function: counted/plain.py::code_that_cannot_be_reached#1
# covers: 1 of 2 branches
def case_0():
    observe(code_that_cannot_be_reached(1))

# %% probe exempted by its author
# function: counted/plain.py::exempted_by_its_author#1
# covers: 2 of 4 branches
def case_0():
    observe(exempted_by_its_author(0))
