import { useOwnHome } from '../../../cli/sandbox/own-home';
import { runTrial } from '../../../cli/sandbox/run-command';
import { describeWithSandbox } from '../../../prerequisites';
import type { JudgedProgram } from '../../../../laboratory/trials/hostile/run-corpus';

const token = 'HIDDEN_TOKEN_of_this_test';
const test = `# ${token}\nassert add(2, 3) == 5\n`;
const honest = { kind: 'call', entry: 'add', test, expect: ['pass'] };
const cheat = { ...honest, expect: ['fail', 'timeout', 'error'], fooled_if: 'pass' };
const adds = 'def add(a, b):\n    return a + b\n';

describeWithSandbox('a corpus', () => {
  const { folder, file } = useOwnHome();

  async function tried(trial: string, programs: readonly object[], ...more: readonly string[]) {
    file('manifest.json', JSON.stringify({ token, programs }));
    const args = [trial, folder(), ...more, '--backend', 'bubblewrap', '--json'];
    const { code, stdout } = await runTrial(args);
    const document = JSON.parse(stdout) as {
      readonly fooled: number;
      readonly listed: number;
      readonly misjudged: number;
      readonly twice: number;
      readonly judged: readonly JudgedProgram[];
    };
    return { code, ...document, first: document.judged[0] };
  }

  it('runs a program beside its neighbour in another cell, both judged, and sees that they met', async () => {
    file('adds.py', adds);
    file('slow.py', `import time\ntime.sleep(0.3)\n${adds}`);
    const row = { ...honest, file: 'slow.py', twice: 'during', neighbour: 'adds.py' };
    const { code, first } = await tried('hostile', [row, { ...honest, file: 'adds.py' }]);
    expect(first).toMatchObject({ misjudged: false, neighbour: { file: 'adds.py', met: true } });
    // The quick one runs again and again, until the slow one has ended.
    expect(first?.neighbour?.said.length).toBeGreaterThan(3);
    expect(code).toBe(0);
  });

  it('is misjudged where an honest neighbour does not keep its verdict', async () => {
    file('adds.py', adds);
    file('wrong.py', 'def add(a, b):\n    return None\n');
    const row = { ...honest, file: 'adds.py', twice: 'during', neighbour: 'wrong.py' };
    const { code, first } = await tried('hostile', [row, { ...honest, file: 'wrong.py' }]);
    expect(first?.misjudged).toBe(true);
    expect(first?.said[0]).toMatchObject({ word: 'pass' });
    expect(first?.neighbour?.said[0]).toMatchObject({ word: 'fail' });
    expect(code).toBe(1);
  });

  it('runs a program beside itself where no neighbour is named', async () => {
    file('adds.py', adds);
    const { code, first } = await tried('hostile', [
      { ...honest, file: 'adds.py', twice: 'during' },
    ]);
    expect(first?.neighbour).toMatchObject({ file: 'adds.py', met: true });
    expect(code).toBe(0);
  });

  it('sets CPU and wall apart: who sleeps past its CPU seconds passes, who burns does not', async () => {
    file('sleeps.py', `import time\ntime.sleep(1)\n${adds}`);
    file(
      'burns.py',
      `import time\nwhile time.monotonic() and time.process_time() < 1: pass\n${adds}`,
    );
    const rows = [
      { ...honest, file: 'sleeps.py', cpu: 0.5, wall: 5 },
      { ...cheat, file: 'burns.py', expect: ['timeout'], cpu: 0.5, wall: 5 },
    ];
    const { code, judged } = await tried('hostile', rows);
    expect(judged.map(({ said }) => said[0]?.word)).toEqual(['pass', 'timeout']);
    expect(code).toBe(0);
  });

  it('has a program that was stopped run again in the same cell, and judges what then stands', async () => {
    file('adds.py', adds);
    file('hungry.py', 'held = [0] * (1 << 30)\n');
    const rows = [
      { ...cheat, file: 'hungry.py', expect: ['error'] },
      { ...honest, file: 'adds.py' },
    ];
    const { code, judged, twice } = await tried('second-opinion', rows);
    expect(judged.map(({ said }) => said.map(({ runs }) => runs))).toEqual([[2], [1]]);
    expect({ code, twice }).toEqual({ code: 0, twice: 1 });
  });

  it('lists at `objects`, and nowhere else, what lies about its own objects as it may in plain Python', async () => {
    const liar = 'class Point:\n    def __eq__(self, other): return True\n';
    file('liar.py', `${liar}def add(a, b):\n    return Point()\n`);
    const row = { ...cheat, file: 'liar.py', test: `# ${token}\nassert add(2, 3) == Point()\n` };
    const listing = [{ ...row, passes_at: 'objects', note: 'Python asks its __eq__' }];
    const facts = async (programs: readonly object[], level: string) => {
      const { code, fooled, listed } = await tried('hostile', programs, '--grade', level);
      return { code, fooled, listed };
    };
    expect(await facts(listing, 'objects')).toEqual({ code: 0, fooled: 0, listed: 1 });
    expect(await facts([row], 'objects')).toEqual({ code: 1, fooled: 1, listed: 0 });
    expect(await facts(listing, 'shared')).toEqual({ code: 1, fooled: 1, listed: 0 });
    expect(await facts(listing, 'data')).toEqual({ code: 0, fooled: 0, listed: 0 });
  });

  it('names the lower level of an honest program that gives no data', async () => {
    file('object.py', `class Point:\n    x = 5\ndef add(a, b):\n    return Point()\n`);
    const row = { ...honest, file: 'object.py', test: `# ${token}\nassert add(2, 3).x == 5\n` };
    const { code, misjudged, first } = await tried('hostile', [row]);
    expect({ code, misjudged, lower: first?.lower }).toEqual({
      ...{ code: 0, misjudged: 0, lower: 'objects' },
    });
  });
});
