from datetime import timedelta
def add(moment): return moment + timedelta(hours=24)
