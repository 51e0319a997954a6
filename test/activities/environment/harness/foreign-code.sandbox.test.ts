import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { usualJobLimits } from '../../../../core/adapters/repository';
import type { JobResult, RepositoryCell } from '../../../../core/adapters/repository';
import { openRepositoryCells } from '../../../../sandbox';
import type { RepositoryCells } from '../../../../sandbox';
import { describeWithSandbox } from '../../../prerequisites';
import { archiveOf, tarOf } from '../../../sandbox/real/tar';

const limits = { ...usualJobLimits, wallMs: 8_000, processes: 64 };
const shape = { memoryMb: 1_024, filesMb: 64, scratchMb: 64 };

/**
 * A module that, imported for the mutation of its function, tries to get at the process that holds the expected records:
 * its parent and all others that it can count. It tells what it found by failing to be imported.
 */
const spy = `"""Numbers."""
import ctypes, errno, json, os, platform, resource, signal, stat

libc = ctypes.CDLL(None, use_errno=True)
arm = platform.machine() == "aarch64"
parent, found = os.getppid(), {"parent": os.getppid() > 1}


def call(name, intel, other, *arguments):
    ctypes.set_errno(0)
    given = libc.syscall(ctypes.c_long(other if arm else intel), *map(ctypes.c_long, arguments))
    found[name] = "done" if given >= 0 else errno.errorcode[ctypes.get_errno()]
    return given


def attempt(name, function):
    try:
        function()
        found[name] = "done"
    except OSError as error:
        found[name] = errno.errorcode.get(error.errno, str(error))


buffer = ctypes.create_string_buffer(4096)
here = (ctypes.c_ulong * 2)(ctypes.addressof(buffer), 4096)
there = (ctypes.c_ulong * 2)(id(libc) & ~0xFFF, 4096)
vector = (ctypes.addressof(here), 1, ctypes.addressof(there), 1, 0)
for number in range(1, 40):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        continue
    except PermissionError:
        pass
    if number == os.getpid():
        continue
    who = "parent" if number == parent else "first" if number == 1 else "other"
    call(who + " process_vm_readv", 310, 270, number, *vector)
    call(who + " process_vm_writev", 311, 271, number, *vector)
    call(who + " attach", 101, 117, 16, number, 0, 0)
    call(who + " seize", 101, 117, 0x4206, number, 0, 0)
    handle = call(who + " pidfd_open", 434, 434, number, 0)
    if handle >= 0:
        for descriptor in (3, 4, 5, 6, 7):
            call(who + " pidfd_getfd", 438, 438, handle, descriptor, 0)
        call(who + " process_madvise", 440, 440, handle, *vector[:2], 4, 0)
        os.close(handle)
    for name in ("mem", "maps", "environ", "fd", "cwd"):
        attempt(who + " " + name, lambda: os.stat("/proc/%d/%s" % (number, name)))
    attempt(who + " core", lambda: resource.prlimit(number, resource.RLIMIT_CORE, (1 << 30, 1 << 30)))
for name, intel, other in (("mount", 165, 40), ("unshare", 272, 97), ("fsopen", 430, 430), ("bpf", 321, 280)):
    call(name, intel, other, 0, 0, 0, 0, 0)
if not arm:
    call("ptrace of x32", 0x40000000 | 521, 0, 16, parent, 0, 0)
    call("process_vm_readv of x32", 0x40000000 | 539, 0, parent, *vector)
found["files"] = []
for number in range(3, 256):
    try:
        mode = os.fstat(number).st_mode
    except OSError:
        continue
    found["files"].append("socket" if stat.S_ISSOCK(mode) else "file" if stat.S_ISREG(mode) else oct(mode))
if SIGNAL:
    os.kill(parent, getattr(signal, SIGNAL))
    import time
    time.sleep(60)
raise ImportError(json.dumps(found, sort_keys=True))


def plus(a, b):
    """Return the sum."""
    return a + b
`;

const Findings = z.object({ parent: z.boolean(), files: z.array(z.string()) }).catchall(z.string());
const refused = new Set(['EPERM', 'ENOENT', 'ENOSYS']);

describeWithSandbox('code of a repository, where the expected records are', () => {
  let host: RepositoryCells;
  const opened: RepositoryCell[] = [];
  beforeAll(async () => {
    host = await openRepositoryCells({
      ...{ backend: 'bubblewrap', slots: 1, stateLabel: `foreign-${process.pid}` },
    });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((cell) => cell.close()));
  });
  afterAll(() => host.close());

  async function mutated(signal = ''): Promise<JobResult> {
    const source = spy.replaceAll('SIGNAL', JSON.stringify(signal));
    const first = source.split('\n').indexOf('def plus(a, b):') + 1;
    const cell = await host.open({
      ...{ shape, archives: [archiveOf(tarOf([{ name: 'project/spy.py', content: source }]))] },
    });
    opened.push(cell);
    const target = 'sample/spy@0::spy.py::plus#1';
    const prepared = await cell.run(
      {
        module: 'run_cases',
        request: {
          action: 'prepare',
          harness: {
            ...{ target, module: 'spy', qualname: 'plus', blobs: {} },
            source: 'def case_0():\n    fut(1, 2)\n',
          },
        },
      },
      { limits, walls: 'strict' },
    );
    if (prepared.end.kind !== 'finished') throw new Error(JSON.stringify(prepared));
    return cell.run(
      {
        module: 'mutate_function',
        request: {
          action: 'run',
          roots: { project: '/srv/project' },
          harness: prepared.end.record['prepared'],
          definition: { module: 'spy', file: 'spy.py', first, last: first + 2 },
          expected: { case_0: { secret: randomBytes(16).toString('hex') } },
        },
      },
      { limits, walls: 'strict' },
    );
  }

  it('finds no way into another process, and holds nothing of theirs', async () => {
    const { end } = await mutated();
    if (end.kind !== 'finished') throw new Error(JSON.stringify(end));
    const { error } = z
      .object({ error: z.object({ message: z.string() }) })
      .parse(end.record['import']);
    const { parent, files, ...found } = Findings.parse(JSON.parse(error.message));
    expect(parent).toBe(true);
    // What it has written so far, and the line on which it is asked.
    expect([...files].sort()).toEqual(['file', 'file', 'socket']);
    const opened = Object.entries(found).filter(([, came]) => !refused.has(String(came)));
    // A handle by itself is good for nothing: what one could be used for is tried as well.
    expect(Object.fromEntries(opened)).toEqual({
      'first pidfd_open': 'done',
      'parent pidfd_open': 'done',
    });
    expect(Object.keys(found)).toEqual(
      expect.arrayContaining(['parent process_vm_readv', 'parent attach', 'parent mem']),
    );
  }, 60_000);

  it.each([
    ['SIGKILL', { kind: 'killed-by-signal', signal: 'SIGKILL' }],
    ['SIGINT', { kind: 'killed-by-signal', signal: 'SIGINT' }],
    ['SIGSTOP', { kind: 'timed-out', cause: 'wall' }],
  ])(
    'can end its job by %s, which is told as that and has no verdict',
    async (signal, wanted) => {
      const { end, records } = await mutated(signal);
      expect([end, records]).toEqual([wanted, []]);
    },
    60_000,
  );
});
