"""What is taken in is never changed, whatever the functions in it do."""
# criterion: A13

# %% source own/__init__.py

# %% source own/writes.py
"""Functions that would change the package that they are in."""
import os


def marked(text):
    """Writes beside itself, where it may."""
    path = os.path.join(os.path.dirname(__file__), "mark.txt")
    try:
        with open(path, "w") as file:
            file.write(text)
        return "written"
    except OSError:
        return "refused"


def removed(name):
    """Takes a file of its own away, where it may."""
    try:
        os.remove(os.path.join(os.path.dirname(__file__), name))
        return "removed"
    except OSError:
        return "refused"

# %% probe marked
# function: own/writes.py::marked#1
# says: 'refused'
def case_marked():
    marked("x")

# %% probe removed
# function: own/writes.py::removed#1
# says: 'refused'
def case_removed():
    removed("__init__.py")
