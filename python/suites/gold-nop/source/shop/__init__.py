"""A package of a few definitions, one of each kind that candidates are written for."""
from shop.prices import Basket, total

__all__ = ["Basket", "total"]
