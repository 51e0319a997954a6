import { seccompOption, seccompProfile } from '../../../sandbox/seccomp-profile';

function namesWith(action: string): readonly string[] {
  return seccompProfile()
    .syscalls.filter((rule) => rule.action === action)
    .flatMap(({ names }) => names);
}

describe('the profile of a cell in a container', () => {
  it('lets the guest confine programs', () => {
    const needed = ['unshare', 'setns', 'mount', 'umount2', 'clone', 'seccomp', 'prctl', 'capset'];
    expect(namesWith('SCMP_ACT_ALLOW')).toEqual(expect.arrayContaining(needed));
  });

  it('refuses whatever it does not name', () => {
    expect(seccompProfile().defaultAction).toBe('SCMP_ACT_ERRNO');
  });

  it.each([
    'bpf',
    'perf_event_open',
    'userfaultfd',
    'io_uring_setup',
    'io_uring_enter',
    'ptrace',
    'keyctl',
    'add_key',
    'request_key',
    'init_module',
    'finit_module',
    'delete_module',
    'kexec_load',
    'kexec_file_load',
    'clock_settime',
    'settimeofday',
    'adjtimex',
    'reboot',
    'process_vm_readv',
    'process_vm_writev',
    'pidfd_getfd',
    'open_by_handle_at',
    'syslog',
    'pivot_root',
    'chroot',
    'fsopen',
    'move_mount',
    'mount_setattr',
    'shmget',
    'mq_open',
    'socket',
    'connect',
    'bind',
    'listen',
    'personality',
    'swapon',
    'acct',
    'quotactl',
  ])('does not let %s through', (name) => {
    expect(namesWith('SCMP_ACT_ALLOW')).not.toContain(name);
  });

  it('names no call twice', () => {
    const names = seccompProfile().syscalls.flatMap((rule) => rule.names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z][a-z0-9_]+$/.test(name))).toBe(true);
  });

  it('travels inside the request, as one option', () => {
    const [key, json] = seccompOption().split(/=(.*)/s);
    expect(key).toBe('seccomp');
    expect(JSON.parse(json ?? '')).toEqual(seccompProfile());
  });
});
