def case_loopback():
    connected("tcp", "127.0.0.1", 7233)
