def case_system():
    written("/etc/passwd")
