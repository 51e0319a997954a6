"""Runs the code that it is given, as anything that a repository holds may run in a job. What it puts into `answer` is
the record."""


def answer(request, say):
    namespace = {"say": say, "request": request, "answer": {}, "__name__": "foreign"}
    exec(request["code"], namespace)
    return namespace["answer"]
