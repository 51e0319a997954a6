"""The system calls that no box may make, with their numbers on each machine.

Python programs need none of them: what is listed here makes namespaces, mounts, sockets, keys or queues that outlive a
program, looks into other processes, sets the host's clocks, or is a large and often broken part of the kernel.
Whatever is newer than NEWEST does not exist for a box.
"""

import errno

# Audit architecture, and the column of the table below.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

# The last call known to this table; the kernel numbers later ones alike on all machines.
NEWEST = 450

# Name: number on x86-64, number on arm64 (None: not there).
REFUSED = {
    # Other processes' memory, descriptors and state.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "get_robust_list": (274, 100),
    # Signals that say they are the kernel's: by one a program could end its own box, as if somebody outside had.
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    # Namespaces, roots and mounts.
    "unshare": (272, 97),
    "setns": (308, 268),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    # Files found without their names, watched (whose imports?), or held in memory outside the scratch folder.
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "lookup_dcookie": (212, 18),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "inotify_init": (253, None),
    "inotify_add_watch": (254, 27),
    "inotify_rm_watch": (255, 28),
    "inotify_init1": (294, 26),
    # Takes for one program alone what it may only read: a file of the machine's.
    "flock": (73, 32),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # A cell keeps to its core, so that it cannot take its neighbours' time.
    "sched_setaffinity": (203, 122),
    # Parts of the kernel with a history.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),
    "seccomp": (317, 277),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "modify_ldt": (154, None),
    "remap_file_pages": (216, 234),
    "tee": (276, 77),
    "vmsplice": (278, 75),
    # The machine itself.
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "finit_module": (313, 273),
    "create_module": (174, None),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "syslog": (103, 116),
    "iopl": (172, None),
    "ioperm": (173, None),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "nfsservctl": (180, 42),
    "uselib": (134, None),
    "vhangup": (153, 58),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "settimeofday": (164, 170),
    "adjtimex": (159, 171),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    # What runs beside a program: processes, load and free memory of all, from one moment to the next.
    "sysinfo": (99, 179),
    # Keys and queues, which no process holds: they would be there for the next program.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    # Where memory lies and whose turn it is.
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "get_mempolicy": (239, 236),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "set_mempolicy_home_node": (450, 450),
    "ioprio_set": (251, 30),
    # Sockets; `socketpair` makes pairs that reach nobody else, as long as neither end can be named or filtered.
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "setsockopt": (54, 208),
    "sendmmsg": (307, 269),
    "recvmmsg": (299, 243),
    # Its flags lie in memory, where a filter cannot look. The C library then uses `clone`.
    "clone3": (435, 435),
}

# What a refused call answers, where that is not EPERM.
ANSWERS = {
    "socket": errno.EACCES,
    "connect": errno.EACCES,
    "bind": errno.EACCES,
    "listen": errno.EACCES,
    "clone3": errno.ENOSYS,
    # Libraries then lock in another way.
    "flock": errno.ENOSYS,
}

# Calls that depend on what is asked for; filter.py says how.
ASKED = {
    "clone": (56, 220),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "personality": (135, 92),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "setpriority": (141, 140),
    "setrlimit": (160, 164),
    "socketpair": (53, 199),
}
