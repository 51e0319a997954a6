import { useOwnHome } from './own-home';
import { runCommand } from './run-command';

/** The commands that run programs in a sandbox, on one backend. */
export function commandsOn(backend: 'bubblewrap' | 'docker'): void {
  const { file } = useOwnHome();
  /** A command with `--json`: its document and exit code. */
  async function told<Document>(
    ...args: readonly string[]
  ): Promise<{ code: number; document: Document }> {
    const { code, stdout } = await runCommand(['sandbox', ...args, '--backend', backend, '--json']);
    return { code, document: JSON.parse(stdout) as Document };
  }

  it('doctor names the isolation that is reached', async () => {
    const { code, stdout } = await runCommand(['sandbox', 'doctor', '--backend', backend]);
    expect(code).toBe(0);
    for (const words of [
      'pid',
      'mnt',
      'system calls filtered',
      `${backend} memory`,
      'Python 3',
      'Ready.',
    ]) {
      expect(stdout).toContain(words);
    }
  });

  it('run obeys the clock it is given', async () => {
    interface Ended {
      readonly end: { readonly kind: string; readonly cause: string };
      readonly wallMs: number;
      readonly cpuMs: number;
    }
    const sleeper = file('sleep.py', 'import time\ntime.sleep(10)\n');
    const spinner = file('spin.py', 'while True: pass\n');
    for (const [cause, measure, args] of [
      ['wall', 'wallMs', [sleeper, '--wall', '1']],
      ['wall', 'wallMs', [spinner, '--wall', '1']],
      ['cpu', 'cpuMs', [spinner, '--cpu', '1', '--wall', '20']],
    ] as const) {
      const { code, document } = await told<Ended>('run', ...args);
      expect(document.end).toEqual({ kind: 'timed-out', cause });
      expect(code).toBe(1);
      // Each by its own clock: on a busy machine a second of CPU time takes longer than one.
      expect(document[measure]).toBeGreaterThan(900);
      expect(document[measure]).toBeLessThan(1_400);
    }
  });

  it('run gives a program its input, its seed and its hash order, every time the same', async () => {
    const program = file(
      'chance.py',
      'import random, sys\nprint(random.random(), {"a", "b", "c"}, hash("x"), sys.stdin.read())\n',
    );
    const input = file('input', 'given\n');
    const { code, stdout } = await runCommand([
      'sandbox',
      'run',
      program,
      '--stdin',
      input,
      '--repeat',
      '20',
      '--seed',
      '3',
      '--backend',
      backend,
    ]);
    expect(stdout).toContain('given');
    expect(stdout).toContain('20 runs, 1 distinct output');
    expect(code).toBe(0);
  });

  it('run stops a flood, keeps its two ends, and shows no escape sequence of a program', async () => {
    const flood = file('flood.py', 'import os\nwhile True: os.write(1, b"x" * 65536)\n');
    interface Flooded {
      readonly end: { readonly kind: string };
      readonly stdout: { readonly text: string; readonly truncated: boolean };
    }
    const { document } = await told<Flooded>('run', flood, '--wall', '20');
    expect(document.end.kind).toBe('output-limit');
    expect(document.stdout.truncated).toBe(true);
    expect(document.stdout.text.length).toBeLessThanOrEqual(66_000);
    const rude = file('rude.py', 'print("\\x1b]0;title\\x07\\x1b[2Jplain")\n');
    const { stdout } = await runCommand(['sandbox', 'run', rude, '--backend', backend]);
    expect(stdout.split('\n')[0]).toBe(String.raw`\x1b]0;title\x07\x1b[2Jplain`);
  });

  it('run compares with what is expected, and checks with a test', async () => {
    const add = file('add.py', 'def add(a, b):\n    return a - b\nprint(7)\n');
    const seven = file('seven', '7\n\n');
    const test = file('test.py', 'assert add(2, 2) == 4\n');
    const run = (...args: readonly string[]) =>
      runCommand(['sandbox', 'run', add, ...args, '--backend', backend]);
    expect(await run('--expect', seven)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\npassed, data/) as string,
    });
    expect(await run('--expect', seven, '--compare', 'exact')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/\nfailed, data.*\nThe output differs at/) as string,
    });
    const close = file('close', '7.0000001');
    expect((await run('--expect', close, '--compare', 'numbers')).code).toBe(0);
    expect((await run('--expect', close)).code).toBe(1);
    const checked = await runCommand([
      'sandbox',
      'run',
      add,
      '--entry',
      'add',
      '--test',
      test,
      '--backend',
      backend,
    ]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^failed, data/);
  });

  it.each(['data', 'objects', 'shared'])(
    'run says of a test that does not compile that it is broken, not the program (%s)',
    async (assurance) => {
      const add = file('adds.py', 'def add(a, b):\n    return a + b\n');
      const test = file('broken.py', 'assert (\n');
      const { code, stdout, stderr } = await runCommand(
        ['sandbox', 'run', add, '--entry', 'add', '--test', test].concat(
          ...['--assurance', assurance, '--backend', backend],
        ),
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/Python cannot run test 1 of add: SyntaxError: .*<test>, line 1/);
      expect(stderr).toContain('Mend that test');
    },
  );

  it('run says that a test has used an object of the program, where it may', async () => {
    const counts = file('counts.py', 'def count(n):\n    yield from range(n)\n');
    const test = file('lists.py', 'assert list(count(2)) == [0, 1]\n');
    const run = (...level: readonly string[]) =>
      runCommand(
        ['sandbox', 'run', counts, '--entry', 'count', '--test', test].concat(
          ...[...level, '--backend', backend],
        ),
      );
    expect(await run('--assurance', 'objects')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^passed, objects, handles used, /u) as string,
    });
    expect(await run()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^failed, data, .*no data/su) as string,
    });
  });

  it('run says of an expected output that is longer than what is kept that it cannot be compared', async () => {
    const long = file('long.py', 'print("x" * 70_000)\n');
    const expected = file('longer', `${'x'.repeat(70_000)}\n`);
    const { code, stderr } = await runCommand(
      ['sandbox', 'run', long, '--expect', expected].concat('--backend', backend),
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be compared')]);
  });
}
