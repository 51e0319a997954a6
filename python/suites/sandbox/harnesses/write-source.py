def case_project():
    written("/srv/project/out/__init__.py")
