def case_dns():
    named("pypi.org")
