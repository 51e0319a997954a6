"""Functions whose results cross modules: isinstance, dataclass equality, enums, pickling, a registry, super, own names."""
# criterion: A6

# %% source zoo/__init__.py
from .kinds import Animal, Colour, Mark
from .made import bred, painted, registered, sealed

__all__ = ["Animal", "Colour", "Mark", "bred", "painted", "registered", "sealed"]

# %% source zoo/kinds.py
"""Classes that results of other modules are made of."""
import enum
from dataclasses import dataclass


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Mark:
    name: str
    colour: Colour


class Animal:
    def __init__(self, name):
        self.name = name

    def called(self, times):
        """The name, so many times."""
        return " ".join([self.name] * times)

    def __eq__(self, other):
        return isinstance(other, Animal) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

# %% source zoo/made.py
"""Functions whose results are known by the classes that they are of."""
import pickle

from .kinds import Animal, Colour, Mark

REGISTRY = {}


def entered(function):
    REGISTRY[function.__name__] = function
    return function


class Dog(Animal):
    def called(self, times):
        """As an animal, and louder."""
        words = super().called(times)
        return words.upper() if times > 1 else words

    def bark(self, times):
        """Its own name for itself, and the barks."""
        return "%s: %s" % (__class__.__name__, "wau " * times)


def bred(name):
    """A dog, which is an animal of the package's own."""
    made = Dog(name)
    if not isinstance(made, Animal):
        raise TypeError("no animal")
    return made


def painted(name, colour):
    """A mark in a colour of this name."""
    mark = Mark(name, Colour[colour])
    if mark != Mark(name, Colour[colour]):
        raise ValueError("not equal to its like")
    return mark


def sealed(name):
    """What comes back of a dog that was pickled."""
    again = pickle.loads(pickle.dumps(bred(name)))
    return again, type(again) is Dog


@entered
def registered(name):
    """Whether this function is the one that was entered, and its name."""
    return REGISTRY[name] is registered, registered.__name__, registered.__module__

# %% probe bred
# function: zoo/made.py::bred#1
# reference: valid
def case_bred():
    dog = bred("rex")
    from zoo.kinds import Animal
    observe(isinstance(dog, Animal))
    observe(dog)

# %% probe painted
# function: zoo/made.py::painted#1
# reference: valid
def case_red():
    from zoo.kinds import Colour, Mark

    mark = painted("a", "RED")
    observe(isinstance(mark, Mark) and isinstance(mark.colour, Colour))
    observe({mark: 1}[painted("a", "RED")])


def case_unknown():
    painted("a", "GREEN")

# %% probe sealed
# function: zoo/made.py::sealed#1
# reference: valid
def case_sealed():
    observe(sealed("rex"))

# %% probe registered
# function: zoo/made.py::registered#1
# reference: valid
def case_registered():
    observe(registered("registered"))

# %% probe super
# function: zoo/made.py::Dog.called#1
# reference: valid
from zoo.made import Dog


def case_once():
    observe(Dog("rex").called(1))


def case_twice():
    observe(Dog("rex").called(2))

# %% probe class-cell
# function: zoo/made.py::Dog.bark#1
# reference: valid
from zoo.made import Dog


def case_bark():
    observe(Dog("rex").bark(2))
