def case_udp():
    connected("udp", "1.1.1.1", 53)
