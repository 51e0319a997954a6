import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import {
  usualJobLimits,
  type JobLimits,
  type JobOptions,
  type JobResult,
  type RepositoryArchive,
  type RepositoryCell,
} from '../../../core/adapters/repository';
import { killProcess } from '../../../processes/kill-process';
import type { RepositoryCells } from '../../../sandbox';
import { cellProcesses } from '../../../laboratory/trials/cell-processes';
import { dockerHost } from '../../../laboratory/home/docker-host';
import { archiveOf, tarOf, type TarEntry } from './tar';
import { eventually } from '../../../laboratory/home/eventually';

const shape = { memoryMb: 512, filesMb: 96, scratchMb: 64 };
const limits: JobLimits = { ...usualJobLimits, wallMs: 20_000, cpuMs: 20_000, memoryMb: 512 };
const project = archiveOf(
  tarOf([
    { name: 'source/pack/__init__.py', content: 'WORD = "packed"\n' },
    { name: 'source/run.sh', content: '#!/x', mode: 0o755 },
  ]),
);

type More = Partial<Omit<JobOptions, 'limits'>> & { readonly limits?: Partial<JobLimits> };

/** Jobs on a repository's environment, of a backend. */
export function describeRepositoryCells(host: () => RepositoryCells): void {
  let opened: RepositoryCell[] = [];
  afterEach(async () => {
    await Promise.all(opened.map((cell) => cell.close()));
    opened = [];
  });

  async function open(archives: readonly RepositoryArchive[] = [project], size = shape) {
    const cell = await host().open({ archives, shape: size });
    opened.push(cell);
    return cell;
  }

  function runIn(cell: RepositoryCell, code: string, more: More = {}): Promise<JobResult> {
    const options = { walls: 'strict', ...more, limits: { ...limits, ...more.limits } } as const;
    return cell.run({ module: 'run_code', request: { code } }, options);
  }

  async function run(code: string, more: More = {}): Promise<JobResult> {
    const cell = await open();
    try {
      return await runIn(cell, code, more);
    } finally {
      await cell.close();
    }
  }

  /** What the code has put into its answer. */
  async function answerOf(code: string, more: More = {}): Promise<unknown> {
    const { end, stderr } = await run(code, more);
    if (end.kind !== 'finished') throw new Error(JSON.stringify([end, stderr.text]));
    return end.record;
  }

  async function boxes(): Promise<number> {
    const cells = await cellProcesses({ backend: host().name, dockerHost });
    return cells.flatMap((cell) => cell.boxes).length;
  }

  it('answer a job with its records, its answer, and the ends of what it wrote', async () => {
    const result = await run(
      'import sys\nsay({"a": [1]})\nsay({"b": "\\ud800"})\nprint("out")\nprint("err", file=sys.stderr)\nanswer["c"] = 1.5',
    );
    expect(result).toMatchObject({
      end: { kind: 'finished', record: { c: 1.5 } },
      records: [{ a: [1] }, { b: '\ud800' }],
      files: [],
      stdout: { text: 'out\n', bytes: 4, truncated: false },
      stderr: { text: 'err\n', bytes: 4, truncated: false },
    });
    expect(result.cpuMs).toBeGreaterThan(1);
    expect(result.wallMs).toBeGreaterThan(1);
  });

  it('tell each record as it is said', async () => {
    const heard: unknown[] = [];
    const onRecord = (record: unknown, attempt: number): void => void heard.push([record, attempt]);
    const { records } = await run('say({"n": 1})\nsay({"n": 2})', { onRecord });
    expect([heard, records]).toEqual([
      [
        [{ n: 1 }, 1],
        [{ n: 2 }, 1],
      ],
      [],
    ]);
  });

  it('start an interpreter of its own: hash seed, environment, nothing of ours on its path or loaded', async () => {
    const code =
      'import os, sys\nanswer.update(seed=hash("a"), zone=os.environ["TZ"], path=sys.path, argv=sys.argv, tools=[n for n in sys.modules if n.startswith("sandbox_tools") or n == "numpy"], cwd=os.getcwd())';
    const first = await answerOf(code);
    expect(first).toMatchObject({ zone: 'UTC', argv: [''], tools: [], cwd: '/tmp' });
    expect(JSON.stringify(first)).not.toMatch(/guest|packages/);
    expect(await answerOf(code)).toEqual(first);
    const other = await answerOf(code, { hashSeed: 7, environment: { TZ: 'Asia/Tokyo' } });
    expect(other).toMatchObject({ zone: 'Asia/Tokyo' });
    expect((other as { seed: number }).seed).not.toBe((first as { seed: number }).seed);
  });

  it('hide by strict walls, and by these alone, what the machine has of Python besides the library', async () => {
    const code = [
      'import os',
      'library, read = os.path.dirname(os.path.realpath(os.__file__)), []',
      'others = ("/dev", "/proc", "/srv", "/sys", "/tmp")',
      'for folder, names, files in os.walk("/"):',
      '    names[:] = [name for name in names if os.path.join(folder, name) not in others]',
      '    for path in (os.path.join(folder, name) for name in files):',
      '        own = folder.startswith(library) and "packages" not in folder and "_bundled" not in folder',
      '        if own or not path.endswith((".py", ".pyc", ".whl", ".zip", ".egg")): continue',
      '        if os.path.realpath(path).startswith(library): continue',
      '        try:',
      '            with open(path, "rb") as file: read += [path] if file.read(1) else []',
      '        except OSError: pass',
      '    if read: break',
      'answer["read"] = read',
    ].join('\n');
    const cell = await open();
    const strict = await runIn(cell, code);
    expect(strict.end).toEqual({ kind: 'finished', record: { read: [] } });
    expect((await runIn(cell, code, { walls: 'wide' })).end).not.toEqual(strict.end);
  }, 60_000);

  it('run another interpreter that an archive brings', async () => {
    const script = archiveOf(
      tarOf([
        { name: 'python', content: '#!/usr/bin/python3 -S\nraise SystemExit(7)\n', mode: 0o755 },
      ]),
      'interpreter/bin',
    );
    const cell = await open([script]);
    const other = { interpreter: '/srv/interpreter/bin/python' };
    expect((await runIn(cell, '', other)).end).toEqual({ kind: 'exited', code: 7 });
    const none = await runIn(cell, '', { interpreter: '/srv/interpreter/none' });
    expect(none).toMatchObject({ end: { kind: 'exited', code: 127 } });
    expect(none.stderr.text).toContain('No such file');
  });

  describe('hold archives', () => {
    it('that boxes can read and nobody can change', async () => {
      const code = [
        'import os, sys',
        'sys.path.insert(0, "/srv/source")',
        'import pack',
        'answer["word"] = pack.WORD',
        'answer["run"] = os.access("/srv/source/run.sh", os.X_OK)',
        'answer["time"] = os.stat("/srv/source/run.sh").st_mtime',
        'refused = []',
        'for path in ("/srv/source/new", "/srv/new", "/srv/guest/repository/run_code.py", "/etc/new", "/usr/new", "/new", "/dev/new"):',
        '    try: open(path, "w")',
        '    except OSError as error: refused.append(error.errno in (1, 13, 30))',
        'for change in (lambda: os.chmod("/srv/source/run.sh", 0o600), lambda: os.utime("/srv/source"), lambda: os.remove("/srv/source/run.sh")):',
        '    try: change()',
        '    except OSError as error: refused.append(error.errno in (1, 13, 30))',
        'answer["refused"] = refused',
      ].join('\n');
      for (const walls of ['strict', 'wide'] as const) {
        expect(await answerOf(code, { walls })).toEqual({
          word: 'packed',
          run: true,
          time: 1_000_000_000,
          refused: Array.from({ length: 10 }, () => true),
        });
      }
    });

    it('several of them, compressed or not, with links within', async () => {
      const packed = gzipSync(
        tarOf([
          { name: './lib/', type: '5' },
          { name: './lib/one.txt', content: 'one' },
          { name: './lib/two.txt', type: '1', target: 'lib/one.txt' },
          { name: './lib/sub/three.txt', type: '2', target: '../one.txt' },
        ]),
      );
      const cell = await open([project, archiveOf(packed, 'deps')]);
      const code =
        'answer["all"] = [open("/srv/" + name).read() for name in ("deps/lib/one.txt", "deps/lib/two.txt", "deps/lib/sub/three.txt", "source/run.sh")]';
      const { end } = await runIn(cell, code);
      expect(end).toEqual({ kind: 'finished', record: { all: ['one', 'one', 'one', '#!/x'] } });
    });

    const link = (target: string): TarEntry => ({ name: 'd/l', type: '2', target });
    it.each<[string, readonly TarEntry[]]>([
      ['a name that leads out', [{ name: '../out' }]],
      ['a name that leads out further down', [{ name: 'a/../../out' }]],
      ['an absolute name', [{ name: '/tmp/out' }]],
      ['a link to an absolute name', [link('/etc/passwd')]],
      ['a link that leads out', [link('../../x')]],
      ['a link that goes down and up again', [link('a/../../../x')]],
      ['a file below a link', [link('.'), { name: 'd/l/x', content: 'x' }]],
      ['a name twice', [{ name: 'a' }, { name: 'a' }]],
      ['a second name of what is not there', [{ name: 'a', type: '1', target: 'etc/passwd' }]],
      ['a device', [{ name: 'a', type: '3' }]],
      ['a queue', [{ name: 'a', type: '6' }]],
      ['a name with a line end', [{ name: 'a\nb' }]],
      [
        'a name that is too deep',
        [{ name: 'a/'.repeat(49) + 'b' }, { name: 'é'.repeat(40) + '\x7f' }],
      ],
    ])('but not one with %s', async (_, entries) => {
      await expect(open([archiveOf(tarOf(entries))])).rejects.toMatchObject({
        code: 'REPOSITORY_ARCHIVE',
      });
    });

    it('but not one for which there is no room, that is no tar, is cut off, or is another', async () => {
      const large = tarOf([{ name: 'a', content: Buffer.alloc(12 << 20) }]);
      const refused = { code: 'REPOSITORY_ARCHIVE' };
      const small = { ...shape, filesMb: 8 };
      await expect(open([archiveOf(gzipSync(large))], small)).rejects.toMatchObject(refused);
      await expect(open([archiveOf(randomBytes(4_096))])).rejects.toMatchObject(refused);
      await expect(open([archiveOf(large.subarray(0, 4_096))])).rejects.toMatchObject(refused);
      const claimed = { ...project, hash: 'f'.repeat(64) };
      await expect(open([claimed])).rejects.toMatchObject(refused);
    });

    it('and are taken again by whoever opens the same, and by nobody else', async () => {
      const first = await open();
      const [cell] = host().cells.slice(-1);
      await first.close();
      const again = await open();
      expect(host().cells.slice(-1)).toEqual([cell]);
      const read = 'answer["x"] = open("/srv/source/run.sh").read()';
      expect((await runIn(again, read)).end.kind).toBe('finished');
      const other = await open([project, archiveOf(tarOf([{ name: 'x' }]), 'more')]);
      expect(host().cells.slice(-1)).not.toEqual([cell]);
      expect((await runIn(other, read)).end.kind).toBe('finished');
    });
  });

  describe('hand files over', () => {
    const content = 'bytes(range(256)) * 40960';
    const code = [
      'import io, tarfile',
      `data = ${content}`,
      'with say.file("made.tar") as file:',
      '    with tarfile.open(fileobj=file, mode="w|") as tar:',
      '        facts = tarfile.TarInfo("made/big")',
      '        facts.size = len(data)',
      '        tar.addfile(facts, io.BytesIO(data))',
    ].join('\n');

    it('whole, hashed, and fit to be opened as an archive', async () => {
      const parts: Uint8Array[] = [];
      const onFile = async (name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
        expect(name).toBe('made.tar');
        for await (const part of bytes) {
          parts.push(part);
          if (parts.length % 50 === 0) await sleep(1);
        }
      };
      const { end, files } = await run(code, { limits: { fileBytes: 32 << 20 }, onFile });
      expect(end.kind).toBe('finished');
      const made = Buffer.concat(parts);
      const hash = createHash('sha256').update(made).digest('hex');
      expect(files).toEqual([{ name: 'made.tar', bytes: made.length, hash }]);
      expect(made.length).toBeGreaterThan(10 << 20);
      const cell = await open([archiveOf(made)]);
      const look = 'import os\nanswer["size"] = os.path.getsize("/srv/made/big")';
      expect((await runIn(cell, look)).end).toMatchObject({ record: { size: 256 * 40_960 } });
    });

    it('but no more than they may, and none that is not whole', async () => {
      expect(await run(code, { limits: { fileBytes: 1 << 20 } })).toMatchObject({
        end: { kind: 'output-limit', cause: 'files' },
        files: [],
      });
      const half = 'file = say.file("half")\nfile.write(b"x" * 100)';
      let failed = '';
      const onFile = async (_: string, bytes: AsyncIterable<Uint8Array>): Promise<void> => {
        try {
          for await (const part of bytes) expect(part.length).toBe(100);
        } catch (error) {
          failed = String(error);
        }
      };
      const { end, files } = await run(half, { limits: { fileBytes: 1_000 }, onFile });
      expect([end.kind, files]).toEqual(['finished', []]);
      expect(failed).toContain('not handed over whole');
    });

    it('to whoever throws, and the job ends with that', async () => {
      const onFile = (): Promise<void> => Promise.reject(new Error('no room'));
      await expect(run(code, { limits: { fileBytes: 32 << 20 }, onFile })).rejects.toThrow(
        'no room',
      );
      const onRecord = (): void => {
        throw new Error('not this');
      };
      await expect(run('say({})\nwhile True: pass', { onRecord })).rejects.toThrow('not this');
    });
  });

  describe('end a job that', () => {
    const within = { wallMs: 2_000, cpuMs: 1_000 };
    const fork = 'import os, signal, sys, time\n';

    it.each<[string, string, More, object]>([
      [
        'raises',
        'raise ValueError("no")',
        {},
        { kind: 'raised', error: { type: 'builtins:ValueError', message: 'no' } },
      ],
      [
        'cannot be told as JSON',
        'say({"x": {1}})',
        {},
        { kind: 'raised', error: { type: 'builtins:TypeError' } },
      ],
      ['leaves', 'import sys\nsys.exit(3)', {}, { kind: 'exited', code: 3 }],
      ['leaves at once', 'import os\nos._exit(0)', {}, { kind: 'exited', code: 0 }],
      [
        'kills itself',
        `${fork}os.kill(os.getpid(), 9)`,
        {},
        { kind: 'killed-by-signal', signal: 'SIGKILL' },
      ],
      [
        'ends itself by a signal',
        `${fork}os.kill(os.getpid(), 15)`,
        {},
        { kind: 'killed-by-signal', signal: 'SIGTERM' },
      ],
      [
        'kills its group',
        `${fork}if os.fork() == 0: time.sleep(60)\nos.killpg(0, 9)\ntime.sleep(60)`,
        {},
        { kind: 'killed-by-signal', signal: 'SIGKILL' },
      ],
      [
        'spins',
        'while True: pass',
        { limits: { ...within, wallMs: 10_000 } },
        { kind: 'timed-out', cause: 'cpu' },
      ],
      [
        'sleeps',
        'import time\ntime.sleep(60)',
        { limits: within },
        { kind: 'timed-out', cause: 'wall' },
      ],
      [
        'ignores signals',
        `${fork}for n in (15, 2, 1): signal.signal(n, signal.SIG_IGN)\nwhile True:\n    try: time.sleep(9)\n    except BaseException: pass`,
        { limits: within },
        { kind: 'timed-out', cause: 'wall' },
      ],
      [
        'has children spin that nobody waits for',
        `${fork}for _ in range(4):\n    if os.fork() == 0:\n        os.setsid()\n        if os.fork() == 0:\n            while True: pass\n        os._exit(0)\ntime.sleep(60)`,
        { limits: { ...within, wallMs: 10_000 } },
        { kind: 'timed-out', cause: 'cpu' },
      ],
      [
        'forks without end',
        `${fork}while True:\n    try: os.fork()\n    except OSError: pass`,
        { limits: within },
        { kind: 'timed-out', detail: 'processes' },
      ],
      ['allocates 2 GB', 'x = bytearray(2 << 30)', {}, { kind: 'memory-limit' }],
      [
        'floods its output',
        `${fork}while True: os.write(1, b"x" * 65536)`,
        { limits: { outputBytes: 1 << 20 } },
        { kind: 'output-limit', cause: 'output' },
      ],
      [
        'floods with records',
        'while True: say({"x": "y" * 1000})',
        { limits: { outputBytes: 1 << 20 } },
        { kind: 'output-limit', cause: 'output' },
      ],
      [
        'writes what is no frame',
        `${fork}os.write(4, b"nonsense" * 9)\ntime.sleep(60)`,
        {},
        { kind: 'raised', detail: 'tampering' },
      ],
      [
        'says what is no JSON',
        `${fork}os.write(4, b"r\\0\\0\\0\\3{x}")\ntime.sleep(60)`,
        {},
        { kind: 'raised', detail: 'tampering' },
      ],
      ['cuts its line', `${fork}os.closerange(3, 64)`, {}, { kind: 'exited', code: 1 }],
    ])('%s', async (_, code, more, end) => {
      const startedAt = Date.now();
      const result = await run(code, more);
      expect(result.end).toMatchObject(end);
      const { wallMs } = { ...limits, ...more.limits };
      expect(Date.now() - startedAt).toBeLessThan(wallMs + 5_000);
      expect(await boxes()).toBe(0);
      expect(await answerOf('answer["x"] = 1')).toEqual({ x: 1 });
    });

    it('has children take all of the memory', async () => {
      const code = `${fork}for _ in range(6):\n    if os.fork() == 0:\n        x = bytearray(400 << 20)\n        for n in range(0, len(x), 4096): x[n] = 1\n        time.sleep(60)\nx = bytearray(400 << 20)\nfor n in range(0, len(x), 4096): x[n] = 1\ntime.sleep(60)`;
      const { end } = await run(code, { limits: { wallMs: 8_000 } });
      expect(['memory-limit', 'timed-out']).toContain(end.kind);
      expect(await boxes()).toBe(0);
      expect(await answerOf('answer["x"] = 1')).toEqual({ x: 1 });
    });

    it('fills its disk, with bytes or with files', async () => {
      const fill =
        'answer["e"] = 0\ntry:\n    for name in "ab":\n        with open("/tmp/" + name, "wb") as file:\n            for _ in range(40): file.write(b"x" * (1 << 20))\nexcept OSError as error: answer["e"] = error.errno';
      expect(await answerOf(fill)).toEqual({ e: 28 });
      const many =
        'answer["n"] = 0\ntry:\n    while True:\n        open("/tmp/%d" % answer["n"], "w").close()\n        answer["n"] += 1\nexcept OSError as error: answer["e"] = error.errno';
      const few = (await answerOf(many, { limits: { diskFiles: 100 } })) as {
        n: number;
        e: number;
      };
      expect([few.e, few.n < 100, few.n > 90]).toEqual([28, true, true]);
    });

    it('starts daemons and is done: nothing of it goes on', async () => {
      const code = `${fork}if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(60)\n    os._exit(0)\nanswer["x"] = 1`;
      expect(await answerOf(code)).toEqual({ x: 1 });
      expect(await boxes()).toBe(0);
    });

    it('is not wanted any more, and the cell serves the next', async () => {
      const cell = await open();
      const control = new AbortController();
      const running = runIn(cell, 'import time\ntime.sleep(60)', { signal: control.signal });
      const refused = expect(running).rejects.toMatchObject({ code: 'SANDBOX_CANCELLED' });
      await sleep(700);
      control.abort();
      await refused;
      expect((await runIn(cell, 'answer["x"] = 1')).end.kind).toBe('finished');
    });

    it('asks for more than its cell has', async () => {
      await expect(run('', { limits: { memoryMb: 4_096 } })).rejects.toThrow('in a cell of 512');
    });
  });

  it('give nothing from one job to the next', async () => {
    const cell = await open();
    const leave = [
      'import multiprocessing.shared_memory as shared, os, socket, threading',
      'open("/tmp/left", "w").write("x")',
      'open("/dev/shm/left", "w").write("x")',
      'shared.SharedMemory("left-too", create=True, size=10)',
      'if os.fork() == 0:',
      '    import time; time.sleep(60)',
      'answer["x"] = 1',
    ].join('\n');
    const look = 'import os\nanswer.update(left=os.listdir("/tmp") + os.listdir("/dev/shm"))';
    for (const walls of ['strict', 'wide'] as const) {
      expect((await runIn(cell, leave, { walls })).end).toMatchObject({ kind: 'finished' });
      const { end } = await runIn(cell, look, { walls });
      expect(end).toEqual({ kind: 'finished', record: { left: ['home'] } });
    }
  });

  describe('have no network', () => {
    const tries = (port: number): string =>
      [
        'import socket',
        'def tried(call):',
        '    try: return call()',
        '    except OSError as error: return type(error).__name__',
        'def tcp(host, port): return socket.create_connection((host, port), 3).close() or "connected"',
        'def udp(host, port): return socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", (host, port)) and "sent"',
        `answer["host"] = tried(lambda: tcp("127.0.0.1", ${port}))`,
        'answer["tcp"] = tried(lambda: tcp("1.1.1.1", 80))',
        'answer["metadata"] = tried(lambda: tcp("169.254.169.254", 80))',
        'answer["udp"] = tried(lambda: udp("8.8.8.8", 53))',
        'answer["raw"] = tried(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1) and "raw")',
        'answer["netlink"] = tried(lambda: socket.socket(16, socket.SOCK_RAW, 0) and "netlink")',
        'answer["packet"] = tried(lambda: socket.socket(17, socket.SOCK_RAW, 0) and "packet")',
        'answer["name"] = tried(lambda: socket.getaddrinfo("example.com", 80) and "found")',
      ].join('\n');

    it.each(['strict', 'wide'] as const)('inside %s walls', async (walls) => {
      let visitors = 0;
      const server = createServer(() => (visitors += 1)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const found = await answerOf(tries((server.address() as AddressInfo).port), { walls });
        const refused = walls === 'strict' ? 'PermissionError' : 'OSError';
        expect(found).toEqual({
          host: walls === 'strict' ? 'PermissionError' : 'ConnectionRefusedError',
          tcp: refused,
          metadata: refused,
          udp: refused,
          raw: 'PermissionError',
          netlink: 'PermissionError',
          packet: 'PermissionError',
          name: 'gaierror',
        });
        expect(visitors).toBe(0);
      } finally {
        server.close();
      }
    });

    it('but wide walls have one of their own, with locks and many processes', async () => {
      const code = [
        'import fcntl, os, socket, threading',
        'server = socket.create_server(("localhost", 0))',
        'def serve():',
        '    one, _ = server.accept()',
        '    one.sendall(one.recv(10)[::-1])',
        'threading.Thread(target=serve).start()',
        'client = socket.create_connection(server.getsockname())',
        'client.sendall(b"abc")',
        'answer["tcp"] = client.recv(10).decode()',
        'path = "/tmp/socket"',
        'local = socket.socket(socket.AF_UNIX); local.bind(path); local.listen()',
        'answer["unix"] = socket.socket(socket.AF_UNIX).connect(path)',
        'six = socket.create_server(("::1", 0), family=socket.AF_INET6)',
        'answer["six"] = socket.create_connection(six.getsockname()[:2]).getpeername()[0]',
        'file = open("/tmp/lock", "w")',
        'answer["lock"] = fcntl.flock(file, fcntl.LOCK_EX)',
        'children = [os.fork() or os._exit(0) for _ in range(100)]',
        'answer["children"] = len([os.waitpid(child, 0) for child in children])',
        'answer["files"] = len([open("/dev/null") for _ in range(500)])',
      ].join('\n');
      expect(await answerOf(code, { walls: 'wide', limits: { processes: 200 } })).toEqual({
        tcp: 'cba',
        unix: null,
        six: '::1',
        lock: null,
        children: 100,
        files: 500,
      });
    });

    it.each(['strict', 'wide', 'sealed'] as const)(
      'nor any privilege, inside %s walls',
      async (walls) => {
        const code = [
          'import ctypes, os',
          'libc = ctypes.CDLL(None, use_errno=True)',
          'answer["unshare"] = libc.unshare(0x10000000)',
          'answer["mount"] = libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)',
          'answer["trace"] = libc.ptrace(16, 1, 0, 0)',
          'answer["user"] = os.getuid()',
          'answer["proc"] = os.listdir("/proc")',
        ].join('\n');
        const none = { unshare: -1, mount: -1, trace: -1, user: 65_534, proc: [] };
        expect(await answerOf(code, { walls })).toEqual(none);
      },
    );
  });

  describe('seal files for a job that asks for it', () => {
    const lay = [
      'import os',
      'os.makedirs("/tmp/tree/tests/deep")',
      'for path in ("tests/other", "tests/test_a.py", "tests/deep/b"): open("/tmp/tree/" + path, "w").write("old")',
      'def tried(call):',
      '    try: return call() or "done"',
      '    except OSError as error: return type(error).__name__ + " %d" % error.errno',
      'def write(path): open(path, "w").close()',
    ];
    const seal =
      'say.seal(["/tmp/tree", "/tmp/tree/tests"], ["/tmp/tree/tests/test_a.py", "/tmp/tree/tests/deep"])';

    it('and nobody in its box can write, move, remove or cover them', async () => {
      const tries = [
        'import subprocess, sys',
        'path = "/tmp/tree/tests/test_a.py"',
        'answer["write"] = tried(lambda: write(path))',
        'answer["remove"] = tried(lambda: os.remove(path))',
        'answer["replace"] = tried(lambda: os.replace("/tmp/tree/tests/other", path))',
        'answer["mode"] = tried(lambda: os.chmod(path, 0o777))',
        'answer["folder"] = tried(lambda: os.rename("/tmp/tree/tests", "/tmp/tree/old"))',
        'answer["root"] = tried(lambda: os.rename("/tmp/tree", "/tmp/old"))',
        'answer["inside"] = tried(lambda: write("/tmp/tree/tests/deep/new"))',
        'answer["beside"] = tried(lambda: write("/tmp/tree/tests/new"))',
        'code = "import ctypes; print(ctypes.CDLL(None).umount2(b\'/tmp/tree/tests/test_a.py\', 2))"',
        'answer["unmount"] = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout',
        'answer["left"] = open(path).read()',
      ];
      const code = [...lay, seal, ...tries].join('\n');
      expect(await answerOf(code, { walls: 'sealed' })).toEqual({
        write: 'OSError 30',
        remove: 'OSError 16',
        replace: 'OSError 16',
        mode: 'OSError 30',
        folder: 'OSError 16',
        root: 'OSError 16',
        inside: 'OSError 30',
        beside: 'done',
        unmount: '-1\n',
        left: 'old',
      });
    });

    it('not outside of its folder, nor inside other walls', async () => {
      const { end } = await run('say.seal([], ["/usr"])', { walls: 'sealed' });
      expect(end).toMatchObject({ kind: 'raised', error: { type: 'builtins:OSError' } });
      expect(await answerOf('answer["seal"] = say.seal', { walls: 'wide' })).toEqual({
        seal: null,
      });
    });
  });

  describe('give a job a line', () => {
    const echo = [
      'import os',
      'read, write = say.line',
      'def exactly(size):',
      '    data = b""',
      '    while len(data) < size:',
      '        part = os.read(read, size - len(data))',
      '        if not part: raise EOFError',
      '        data += part',
      '    return data',
      'def send(data):',
      '    data = len(data).to_bytes(4, "big") + data',
      '    while data: data = data[os.write(write, data):]',
      'def hear(): return exactly(int.from_bytes(exactly(4), "big"))',
    ].join('\n');

    it('over which frames go both ways, large ones too', async () => {
      const heard: string[] = [];
      const big = randomBytes(3 << 20);
      const { end } = await run(
        `${echo}\nimport hashlib\nsend(b"first")\ndata = hear()\nsend(hashlib.sha256(data).hexdigest().encode())\nsend(data * 1)\nanswer["last"] = len(hear())`,
        {
          walls: 'wide',
          indexLine: async ({ frames, write }) => {
            for await (const frame of frames) {
              heard.push(frame.length > 100 ? `${frame.length}` : Buffer.from(frame).toString());
              if (heard.length === 1) expect(await write(big)).toBe(true);
              if (heard.length === 3) await write(new Uint8Array(0));
            }
          },
        },
      );
      expect(end).toEqual({ kind: 'finished', record: { last: 0 } });
      const hash = createHash('sha256').update(big).digest('hex');
      expect(heard).toEqual(['first', hash, String(3 << 20)]);
    });

    it('that ends with it, whatever either side still has to say', async () => {
      let over = false;
      let written = true;
      const code = `${echo}\nsend(b"x")\nhear()\nos.write(write, b"\\0\\0\\1\\0half")`;
      const { end } = await run(code, {
        indexLine: async ({ frames, write }) => {
          for await (const frame of frames) {
            expect(frame.length).toBe(1);
            await write(Buffer.from('go'));
          }
          over = true;
          written = await write(Buffer.from('late'));
        },
      });
      expect([end.kind, over, written]).toEqual(['finished', true, false]);
      expect(await answerOf('answer["line"] = say.line')).toEqual({ line: null });
    });

    it('and a side that floods it, or reads nothing, holds nobody up', async () => {
      const flood = `${echo}\nimport time\nwhile True: send(b"x" * 100000)`;
      const more = { limits: { wallMs: 3_000 }, indexLine: () => sleep(3_500) };
      expect((await run(flood, more)).end).toEqual({ kind: 'timed-out', cause: 'wall' });
      const deaf = await run('import time\ntime.sleep(60)', {
        limits: { wallMs: 2_000 },
        indexLine: async ({ write }) => {
          while (await write(Buffer.alloc(1 << 20)));
        },
      });
      expect(deaf.end).toEqual({ kind: 'timed-out', cause: 'wall' });
    });

    it('whose server fails: the job ends with that', async () => {
      const indexLine = () => Promise.reject(new Error('no index'));
      await expect(run('import time\ntime.sleep(60)', { indexLine })).rejects.toThrow('no index');
    });
  });

  it('replace a cell that broke, and run the job again from its beginning', async () => {
    const cell = await open();
    const attempts: number[] = [];
    const code = 'import time\nsay({})\ntime.sleep(5)\nanswer["x"] = 1';
    const running = runIn(cell, code, { onRecord: (_, attempt) => void attempts.push(attempt) });
    await eventually('there is an attempt', () => attempts.length > 0);
    const cells = await cellProcesses({ backend: host().name, dockerHost });
    const busy = cells.filter(({ boxes: inside }) => inside.length > 0);
    expect(busy).toHaveLength(1);
    killProcess(busy[0]?.zygote.pid ?? Number.NaN);
    expect((await running).end).toEqual({ kind: 'finished', record: { x: 1 } });
    expect(attempts).toEqual([1, 2]);
  });
}
