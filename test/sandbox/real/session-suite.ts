import { setTimeout as sleep } from 'node:timers/promises';

import {
  usualSessionLimits,
  type BlockResult,
  type InterpreterSession,
  type OutputPart,
  type SessionHost,
  type SessionLimits,
} from '../../../core/adapters/session';

const short = { ...usualSessionLimits, blockMs: 1_000, graceMs: 500 };

function textOf({ parts }: Pick<BlockResult, 'parts'>, ...kinds: readonly string[]): string {
  return parts
    .map((part) => ('text' in part && kinds.includes(part.kind) ? part.text : ''))
    .join('');
}

/** Interpreter sessions of a backend. */
export function describeSessions(host: () => SessionHost): void {
  let session: InterpreterSession | null = null;
  afterEach(async () => {
    await session?.close();
    session = null;
  });

  async function start(limits: Partial<SessionLimits> = {}): Promise<InterpreterSession> {
    return (session = await host().open({ limits: { ...usualSessionLimits, ...limits }, seed: 0 }));
  }

  async function runAll(blocks: readonly string[], limits: Partial<SessionLimits> = {}) {
    const { run } = await start(limits);
    const results: BlockResult[] = [];
    for (const block of blocks) results.push(await run(block));
    return results;
  }

  it('keep what a block made for the next ones', async () => {
    const [made, printed, value] = await runAll([
      'x = 20\ndef twice(n):\n    return 2 * n',
      'print(twice(x))',
      'twice(x) + 2',
    ]);
    expect(made).toMatchObject({ end: 'finished', parts: [], artefacts: [] });
    expect(printed?.parts).toEqual([{ kind: 'stdout', text: '40\n' }]);
    expect(value?.parts).toEqual([{ kind: 'value', text: '42' }]);
  });

  it('show no value that is None, and no more than the last one', async () => {
    const [nothing, last] = await runAll(['None', '1\n2']);
    expect(nothing?.parts).toEqual([]);
    expect(last?.parts).toEqual([{ kind: 'value', text: '2' }]);
  });

  it('tell what was written in the order in which it was, by children too', async () => {
    const [result] = await runAll([
      [
        'import os, sys, time',
        'print("a", end="")',
        'print("b", file=sys.stderr)',
        'print("c")',
        'if os.fork() == 0:',
        '    for fd, text in (1, b"e\\n"), (2, b"f\\n"):',
        '        time.sleep(0.1)',
        '        os.write(fd, text)',
        '    os._exit(0)',
        'os.wait()',
        'print("g")',
      ].join('\n'),
    ]);
    expect(result?.parts).toEqual([
      { kind: 'stdout', text: 'a' },
      { kind: 'stderr', text: 'b\n' },
      { kind: 'stdout', text: 'c\ne\n' },

      { kind: 'stderr', text: 'f\n' },
      { kind: 'stdout', text: 'g\n' },
    ]);
  });

  it('tell it while the block runs', async () => {
    const { run } = await start();
    let first: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => (first = resolve));
    const parts: OutputPart[] = [];
    const running = run('print("now")\nimport time; time.sleep(1.5)\nprint("later")', {
      onOutput: (part) => {
        parts.push(part);
        first();
      },
    });
    await heard;
    expect(parts).toEqual([{ kind: 'stdout', text: 'now\n' }]);
    expect((await running).parts).toEqual([{ kind: 'stdout', text: 'now\nlater\n' }]);
  });

  it('show exceptions with frames and lines of blocks, and nothing else', async () => {
    const [, raised, chained, wrong] = await runAll([
      'import json\ndef load(text):\n    return json.loads(text)',
      'load("{")',
      'try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise ValueError("no") from error',
      'x ===',
    ]);
    expect(raised?.end).toBe('raised');
    const text = textOf(raised ?? { parts: [] }, 'error').replace(/^ +[~^]+\n/gm, '');
    expect(text.split('\n').slice(0, 5)).toEqual([
      'Traceback (most recent call last):',
      '  File "<block 2>", line 1, in <module>',
      '    load("{")',
      '  File "<block 1>", line 3, in load',
      '    return json.loads(text)',
    ]);
    expect(text).toContain('json.decoder.JSONDecodeError: Expecting property name');
    expect(text).not.toMatch(/sandbox_tools|decoder\.py/);
    expect(textOf(chained ?? { parts: [] }, 'error')).toContain('was the direct cause');
    expect(textOf(wrong ?? { parts: [] }, 'error')).toMatch(
      /^ {2}File "<block 4>", line 1\n {4}x ===\n +\^\nSyntaxError: /,
    );
  });

  it('keep their state when a block wants to leave', async () => {
    const [, left, after] = await runAll(['x = 1', 'raise SystemExit(3)', 'x']);
    expect(left).toMatchObject({ end: 'raised' });
    expect(textOf(left ?? { parts: [] }, 'error')).toMatch(/SystemExit: 3$/);
    expect(after?.parts).toEqual([{ kind: 'value', text: '1' }]);
  });

  it.each(['x = 2\nname = input("?")', 'x = 2\nimport sys\nprint(sys.stdin.readline())'])(
    'do not run a block that asks for input: %j',
    async (block) => {
      const [, refused, after] = await runAll(['x = 1', block, 'x']);
      expect(refused).toMatchObject({ end: 'input-refused', parts: [] });
      expect(after?.parts).toEqual([{ kind: 'value', text: '1' }]);
    },
  );

  it('run a block whose input is its own function, and find standard input empty', async () => {
    const [own, empty] = await runAll([
      'def input():\n    return 5\ninput()',
      'import sys\nlist(sys.stdin)',
    ]);
    expect(own?.parts).toEqual([{ kind: 'value', text: '5' }]);
    expect(empty?.parts).toEqual([{ kind: 'value', text: '[]' }]);
  });

  it('interrupt a block that takes too long, and keep what it has made', async () => {
    const [stopped, after] = await runAll(['n = 0\nwhile True:\n    n += 1', 'n > 0'], short);
    expect(stopped).toMatchObject({ end: 'interrupted' });
    expect(textOf(stopped ?? { parts: [] }, 'error')).toMatch(/KeyboardInterrupt$/);
    expect(after?.parts).toEqual([{ kind: 'value', text: 'True' }]);
  });

  it('interrupt a block on request', async () => {
    const { run } = await start();
    const control = new AbortController();
    const running = run('x = 1\nprint("now")\nimport time\ntime.sleep(15)', {
      signal: control.signal,
      onOutput: () => {
        control.abort();
      },
    });
    const { end, wallMs } = await running;
    expect(end).toBe('interrupted');
    expect(wallMs).toBeLessThan(5_000);
    expect((await run('x')).parts).toEqual([{ kind: 'value', text: '1' }]);
    await expect(run('x', { signal: control.signal })).rejects.toMatchObject({
      fate: 'cancelled',
    });
  });

  it('are closed in the middle of a block, and say so to whoever waits', async () => {
    const { run, close } = await start();
    const refused = expect(run('while True: pass')).rejects.toMatchObject({
      code: 'SANDBOX_CLOSED',
    });
    await sleep(200);
    await close();
    await refused;
  });

  it('end one that will not be interrupted: its state is lost', async () => {
    const { run } = await start(short);
    const deaf = 'import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass';
    expect(await run(`print("before")\n${deaf}`)).toMatchObject({
      end: 'lost',
      cause: 'time',
      parts: [{ kind: 'stdout', text: 'before\n' }],
    });
    await expect(run('1')).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
  });

  it.each([
    ['exit', 'import os\nprint("bye", flush=True)\nos._exit(0)'],
    ['signal', 'import ctypes\nctypes.string_at(0)'],
  ])('are lost by a block that ends the process (%s)', async (cause, block) => {
    const [result] = await runAll([block]);
    expect(result).toMatchObject({ end: 'lost', cause });
  });

  it('go on after a block that used up the memory', async () => {
    const [raised, after] = await runAll(
      ['kept = []\nwhile True:\n    kept.append("x" * 10**6)', 'len(kept) > 100'],
      { memoryMb: 512 },
    );
    expect(textOf(raised ?? { parts: [] }, 'error')).toMatch(/MemoryError$/);
    expect(after?.parts).toEqual([{ kind: 'value', text: 'True' }]);
  });

  it('are lost by a block whose processes together use up the memory of the cell', async () => {
    const block = [
      'import os, time',
      'for _ in range(3):',
      '    if os.fork() == 0:',
      '        kept = b"x" * (150 << 20)',
      '        time.sleep(100)',
      'time.sleep(1)',
      'kept = b"x" * (450 << 20)',
    ];
    const [result] = await runAll([block.join('\n')], { memoryMb: 512 });
    expect(result).toMatchObject({ end: 'lost', cause: 'memory' });
  });

  it('end what a block has started, and hold against one that forks without end', async () => {
    const [started, bomb, after] = await runAll(
      [
        'import os, time\nif os.fork() == 0: time.sleep(100)',
        'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass',
        'try:\n    os.waitpid(-1, os.WNOHANG)\nexcept ChildProcessError:\n    print("none")',
      ],
      { ...short, processes: 16 },
    );
    expect(started).toMatchObject({ end: 'finished' });
    expect(['interrupted', 'lost']).toContain(bomb?.end);
    if (bomb?.end === 'interrupted') {
      expect(after?.parts).toEqual([{ kind: 'stdout', text: 'none\n' }]);
    }
  });

  it('keep head and tail of very much output, and say how much is not there', async () => {
    const [result] = await runAll([
      'print("first")\nline = "x" * (1 << 20)\nfor _ in range(256): print(line)\nprint("last")\n"value"',
    ]);
    const parts = result?.parts ?? [];
    const dropped = parts.find((part) => part.kind === 'dropped');
    const kept = textOf({ parts }, 'stdout');
    expect(kept).toMatch(/^first\nx+/);
    expect(kept).toMatch(/x\nlast\n$/);
    expect(kept.length).toBeLessThanOrEqual(64 * 1024);
    expect(parts.at(-1)).toEqual({ kind: 'value', text: "'value'" });
    const all = 'first\nlast\n'.length + 256 * ((1 << 20) + 1);
    expect(dropped).toEqual({ kind: 'dropped', bytes: all - kept.length });
  });

  it('hand over files that a block made or changed in their folder', async () => {
    const { run, give } = await start();
    await give([
      { name: 'data.csv', mime: 'text/csv', content: Buffer.from('a,b\n1,2\n') },
      { name: 'tools.py', mime: 'text/x-python', content: Buffer.from('answer = 42\n') },
    ]);
    const read = await run('import tools\nprint(open("data.csv").read(), tools.answer)');
    expect(read).toMatchObject({ artefacts: [], end: 'finished' });
    expect(textOf(read, 'stdout')).toBe('a,b\n1,2\n 42\n');
    const made = await run(
      'import os\nos.mkdir("out")\n_ = open("out/a.json", "w").write("{}")\n_ = open("data.csv", "a").write("3,4\\n")',
    );
    expect(made.artefacts.map(({ name, mime, content }) => [name, mime, String(content)])).toEqual([
      ['data.csv', 'text/csv', 'a,b\n1,2\n3,4\n'],
      ['out/a.json', 'application/json', '{}'],
    ]);
    expect(made.parts).toContainEqual({ kind: 'artefact', name: 'out/a.json' });
    expect((await run('1')).artefacts).toEqual([]);
    await expect(
      give([{ name: '../x', mime: '', content: Buffer.from('') }]),
    ).rejects.toMatchObject({ code: 'SESSION_FILES' });
  });

  it('bound what they hand over, and name the rest', async () => {
    const [many] = await runAll(['for n in range(30): open(f"{n:02}.txt", "w").write("x")']);
    expect(many?.artefacts).toHaveLength(20);
    expect(textOf(many ?? { parts: [] }, 'stderr')).toMatch(/^10 more files .* 20\.txt, .*29\.txt/);
  });

  it('name what they cannot hand over for its name, escaped', async () => {
    const [odd] = await runAll([
      [
        'for name in ("one\\nline", "\\x1b[2J", "back\\\\slash", b"\\xff", "kept"):',
        '    open(name, "w").write("x")',
      ].join('\n'),
    ]);
    expect(odd?.artefacts.map(({ name }) => name)).toEqual(['kept']);
    expect(textOf(odd ?? { parts: [] }, 'stderr')).toMatch(
      /^4 files are not handed over, for their names .*: '\\x1b\[2J', 'back\\\\slash', 'one\\nline', '\\udcff'\n$/,
    );
  });

  it('save figures that a block leaves open', async () => {
    const { run, give } = await start();
    const content = Buffer.from(standInForPyplot);
    await give([
      { name: 'matplotlib/__init__.py', mime: '', content: Buffer.from('') },
      { name: 'matplotlib/pyplot.py', mime: '', content },
    ]);
    const drawn = await run('import matplotlib.pyplot as plt\nplt.figure(7)\nplt.figure(9);');
    expect(drawn.parts.filter(({ kind }) => kind === 'artefact')).toEqual([
      { kind: 'artefact', name: 'figure-1.png' },
      { kind: 'artefact', name: 'figure-2.png' },
    ]);
    expect(String(drawn.artefacts[1]?.content)).toBe('png of 9');
    expect((await run('plt.get_fignums()')).parts).toEqual([{ kind: 'value', text: '[]' }]);
  });

  it('show tables and images by what they can say of themselves', async () => {
    const [shown] = await runAll([
      [
        'class Table:',
        '    def to_string(self): return "never asked"',
        '    def __repr__(self): return "   a\\n0  1"',
        'class Image:',
        '    def _repr_png_(self): return b"png"',
        'display(Table(), Image())',
        'print("then")',
        'Table()',
      ].join('\n'),
    ]);
    expect(shown?.parts).toEqual([
      { kind: 'table', text: '   a\n0  1' },
      { kind: 'artefact', name: 'image-1.png' },
      { kind: 'stdout', text: 'then\n' },
      { kind: 'table', text: '   a\n0  1' },
    ]);
  });

  it('do not let a block speak for the next one, nor end it', async () => {
    const [, quiet, loud] = await runAll([
      [
        'import os, threading, time',
        'def forge():',
        '    while True:',
        '        for fd in range(3, 64):',
        '            try: os.write(fd, b"\\x00\\x00\\x00\\x1b{\\"end\\":\\"lost\\",\\"cause\\":\\"time\\"}")',
        '            except OSError: pass',
        '        time.sleep(0.01)',
        'thread = threading.Thread(target=forge, daemon=True)',
      ].join('\n'),
      '1 + 1',
      'thread.start(); time.sleep(0.1)',
    ]);
    expect(quiet?.parts).toEqual([{ kind: 'value', text: '2' }]);
    // Its frames are without the block's nonce; where it hit between the bytes of one, the session is lost and says so.
    expect(['finished', 'lost']).toContain(loud?.end);
    if (loud?.end === 'lost') expect(loud.cause).toBe('signal');
  });

  it('stand still between blocks', async () => {
    const { run } = await start();
    const count =
      'def count():\n    global n\n    while True:\n        n += 1\n        time.sleep(0.001)';
    await run(`import threading, time\nn = 0\n${count}\nthread = threading.Thread(target=count)`);
    const [before] = (await run('thread.daemon = True\nthread.start()\nn')).parts;
    await sleep(500);
    const [after] = (await run('n')).parts;
    const [first, second] = [before, after].map((part) =>
      part && 'text' in part ? +part.text : 0,
    );
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(100);
  });
}

const standInForPyplot = `
_open = {}
class Figure:
    def __init__(self, number): self.number = number
    def savefig(self, out, format): out.write(b"png of %d" % self.number)
def figure(number): return _open.setdefault(number, Figure(number))
def get_fignums(): return sorted(_open)
def close(number): del _open[number]
`;
