import os
import random
import time

FIRST = random.random()


def add(a, b):
    return a + b


def seeded():
    return FIRST


def hashed():
    return hash("espalier")


def zone():
    return time.tzname[0]


def module():
    return __name__


def asked():
    return input()


def where():
    return os.getcwd()
