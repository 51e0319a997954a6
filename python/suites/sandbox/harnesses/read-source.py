def case_own_tree():
    read("/root/.ssh/id_rsa")
