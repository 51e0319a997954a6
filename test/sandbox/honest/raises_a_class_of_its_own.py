class Refused(Exception): pass
def f(): raise Refused("no")
