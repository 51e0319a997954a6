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
