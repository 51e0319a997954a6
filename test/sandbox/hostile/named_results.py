from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum
Point = namedtuple("Point", "x y")
class Colour(Enum):
    RED = 1
@dataclass
class Person:
    name: str
    tags: list = field(default_factory=list)
def add(kind):
    return {"p": Point(1, 2), "d": Person("Ada", ["x"]), "e": Colour.RED}[kind]
