def case_tcp():
    connected("tcp", "1.1.1.1", 443)
