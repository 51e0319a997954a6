def f(items, node):
    items.sort()
    node.value += 1
    node.next = None
