/** One rule of a profile in Docker's form: these calls get this action. */
export interface SeccompRule {
  readonly names: readonly string[];
  readonly action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO';
  readonly errnoRet?: number;
}

/** What Docker takes, as JSON, after `seccomp=`. */
export interface SeccompProfile {
  readonly defaultAction: 'SCMP_ACT_ERRNO';
  readonly syscalls: readonly SeccompRule[];
}

const files = `
  access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64 fallocate
  fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync fstat fstatfs fsync ftruncate futimesat getcwd
  getdents getdents64 ioctl lchown link linkat lseek lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2
  pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename renameat renameat2
  rmdir sendfile splice stat statfs statx symlink symlinkat truncate umask unlink unlinkat utime utimensat utimes write
  writev fgetxattr flistxattr fremovexattr fsetxattr getxattr lgetxattr listxattr llistxattr lremovexattr lsetxattr
  removexattr setxattr sync_file_range`;

const memory = `
  brk madvise membarrier mincore mlock mlock2 mlockall mmap mprotect mremap msync munlock munlockall munmap pkey_alloc
  pkey_free pkey_mprotect memfd_create`;

const processes = `
  arch_prctl clone execve execveat exit exit_group fork futex futex_waitv get_robust_list get_thread_area getcpu
  getpgid getpgrp getpid getppid getpriority getrlimit getrusage getsid gettid ioprio_get kill pause pidfd_open
  prctl prlimit64 restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask
  rt_sigreturn rt_sigsuspend rt_sigtimedwait sched_get_priority_max sched_get_priority_min
  sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity
  sched_setattr sched_setparam sched_setscheduler sched_yield set_robust_list set_thread_area set_tid_address setpgid
  setpriority setrlimit setsid sigaltstack tgkill times tkill uname vfork wait4 waitid getrandom`;

const users = `
  capget getegid geteuid getgid getgroups getresgid getresuid getuid setfsgid setfsuid setgid setgroups setregid
  setresgid setresuid setreuid setuid`;

const clocks = `
  alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create
  timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime`;

const waiting = `
  epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 pipe pipe2 poll ppoll
  pselect6 select signalfd signalfd4`;

/** Pairs that are passed on by hand; whoever cannot make a socket has no address to send to. */
const pairs = `
  getpeername getsockname getsockopt recvfrom recvmsg sendmsg sendto setsockopt shutdown socketpair`;

/** Of cells in which boxes may talk to themselves, over a network of each box's own. Every other box's filter refuses them. */
const sockets = `
  socket connect bind listen accept accept4 sendmmsg recvmmsg flock`;

/** What the guest confines programs with. Their own filter refuses all but `capset`, powerless without capabilities. */
const confinement = 'capset mount seccomp setns umount2 unshare';

const permissionDenied = 13;
const functionMissing = 38;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Unlike the engine's own profile it lets an unprivileged guest make namespaces, mount inside them and install filters, and
 * has no sockets, queues, keys and traces. Names hold on every machine; the engine takes those of its own.
 */
export function seccompProfile(options: { readonly sockets?: boolean } = {}): SeccompProfile {
  const usual = [files, memory, processes, users, clocks, waiting, pairs, confinement];
  const allowed = options.sockets === true ? [...usual, sockets] : usual;
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    syscalls: [
      { names: allowed.flatMap(words), action: 'SCMP_ACT_ALLOW' },
      ...(options.sockets === true
        ? []
        : [
            {
              names: ['socket', 'connect'],
              action: 'SCMP_ACT_ERRNO',
              errnoRet: permissionDenied,
            } as const,
          ]),
      // The C library falls back on older calls when these are missing, but not when they are refused.
      { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: functionMissing },
    ],
  };
}

/** The profile as one of Docker's `SecurityOpt`. */
export function seccompOption(options: { readonly sockets?: boolean } = {}): string {
  return `seccomp=${JSON.stringify(seccompProfile(options))}`;
}
