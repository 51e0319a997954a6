# expect: exited-early
import os


class Leaves(Exception):
    def __str__(self):
        os._exit(0)


def add(a, b):
    raise Leaves
