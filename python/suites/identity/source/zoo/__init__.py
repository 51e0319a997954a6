from .kinds import Animal, Colour, Mark
from .made import bred, painted, registered, sealed

__all__ = ["Animal", "Colour", "Mark", "bred", "painted", "registered", "sealed"]
