def case_removed():
    removed("__init__.py")
