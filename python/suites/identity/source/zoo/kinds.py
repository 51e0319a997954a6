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
