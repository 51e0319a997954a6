import { openSandbox, TestBrokenError, withFreshCells, type CellSandbox } from '../../sandbox';
import { describeWithSandbox } from '../prerequisites';
import { addition, limits, task } from './tasks';

const short = { ...limits, cpuMs: 1_000 };
const good = 'assert add(1, 2) == 3';

/** What a program could do so that its failure looks like a fault of its test. */
const pretenders: Readonly<Record<string, string>> = {
  'does not compile': 'def add(a, b: return 3',
  'raises a SyntaxError as it is loaded': "raise SyntaxError('no', ('<test>', 1, 1, 'assert ('))",
  'compiles nonsense when it is called': "def add(a, b): exec('(')",
  'raises a SyntaxError when it is called':
    "def add(a, b): raise SyntaxError('no', ('<test>', 1, 1, 'assert ('))",
  'raises a BrokenTest of its own':
    'class BrokenTest(Exception): pass\ndef add(a, b): raise BrokenTest(SyntaxError())',
  'raises our BrokenTest':
    'from sandbox_tools.text.snippet import BrokenTest\ndef add(a, b): raise BrokenTest(SyntaxError())',
  'writes records to every descriptor': `
import os, json
body = json.dumps({"kind": "broken-test", "error": "SyntaxError: no"}).encode()
def add(a, b):
    for fd in range(3, 256):
        try: os.write(fd, bytes(16) + len(body).to_bytes(4, "big") + body)
        except OSError: pass
    return 4
`,
  'writes frames of the cell to every descriptor': `
import os, json
body = json.dumps({"id": "1", "test": 0, "broken": "SyntaxError: no"}).encode()
for fd in range(1, 256):
    try: os.write(fd, len(body).to_bytes(4, "big") + body)
    except OSError: pass
def add(a, b): return 4
`,
};

/** Programs that would have had a verdict, had their test been one. */
const programs: Readonly<Record<string, string>> = {
  'is right': addition,
  'does not compile': 'def add(',
  leaves: 'import os\nos._exit(0)',
  'never ends': 'while True: pass',
  'floods its output': "import os\nwhile True: os.write(1, b'x' * 65536)",
  'eats memory': 'x = []\nwhile True: x.append(bytearray(1 << 20))',
  'kills itself': 'import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\nimport ctypes',
};

describeWithSandbox('a test that Python cannot compile', () => {
  let sandbox: CellSandbox;
  beforeAll(async () => {
    const stateLabel = `espalier-broken-test-${process.pid}`;
    sandbox = await openSandbox({ backend: 'bubblewrap', slots: 1, stateLabel });
  });
  afterAll(() => sandbox.close());

  describe.each(['data', 'objects', 'shared'] as const)('under %s assurance', (assurance) => {
    it('is no verdict, is asked about once, and costs the next program nothing in the same cell', async () => {
      const fresh = withFreshCells(sandbox, 3);
      await fresh.check(task(addition, [good], { assurance }));
      const [cell] = sandbox.cells;
      const served = cell?.served ?? 0;
      const refused = fresh.check(task(addition, [good, 'assert (', good], { assurance }));
      await expect(refused).rejects.toThrow(TestBrokenError);
      await expect(refused).rejects.toMatchObject({ test: 2, fate: 'terminal' });
      await expect(refused).rejects.toThrow(/^Python cannot run test 2 of add: SyntaxError: /);
      const { outcomes } = await fresh.check(task(addition, [good], { assurance }));
      expect(outcomes).toMatchObject([{ kind: 'passed' }]);
      expect(sandbox.cells).toEqual([cell]);
      expect(cell?.served).toBe(served + 4);
    });

    it.each(Object.keys(programs))('is none on a program that %s', async (name) => {
      const [cell] = sandbox.cells;
      const program = programs[name] ?? '';
      const refused = sandbox.check(task(program, ["x = '\0'"], { assurance, limits: short }));
      await expect(refused).rejects.toThrow(TestBrokenError);
      expect(sandbox.cells).toEqual([cell]);
    });
  });

  it('is known by a setup that cannot be compiled, where one is run', async () => {
    const setup = { trustedSetup: 'def helper(:' };
    const refused = sandbox.check(task(addition, [good], setup));
    await expect(refused).rejects.toThrow('test 1 of add: in the setup: SyntaxError: ');
    const shared = { ...setup, assurance: 'shared' } as const;
    const unused = await sandbox.check(task(addition, [good], shared));
    expect(unused.outcomes).toMatchObject([{ kind: 'passed' }]);
    const begunWithIt = sandbox.check(task(`def helper(:\n${addition}`, [good], shared));
    await expect(begunWithIt).rejects.toThrow('test 1 of add: in the setup: SyntaxError: ');
  });

  it.each(Object.keys(pretenders))('is not what a program makes of it that %s', async (name) => {
    const { outcomes } = await sandbox.check(task(pretenders[name] ?? '', [good]));
    expect(['failed', 'raised']).toContain(outcomes[0]?.kind);
  });
});
