import { eventually } from '../../laboratory/home/eventually';
import { openSandbox, type CellSandbox } from '../../sandbox';
import { describeWithSandbox } from '../prerequisites';
import { boxProcesses } from './real/box-processes';
import { whileRunning } from './cell-processes';
import { addition, limits, task } from './tasks';

const stateLabel = `espalier-conformance-${process.pid}`;
const long = { ...limits, cpuMs: 60_000, wallMs: 60_000 };
const spin = task('while True: pass', ['1'], { limits: long });

describeWithSandbox('bubblewrap cells', () => {
  let sandbox: CellSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ backend: 'bubblewrap', slots: 2, stateLabel });
  });
  afterAll(() => sandbox.close());

  it('give the same answer every time, measures apart', async () => {
    const program = `${addition}\nclass Thing: pass\ndef thing(): return {Thing(), 'x', 1.5}\n`;
    const tests = [
      'assert thing() == 1',
      'thing().pop(1)',
      'assert add({"a", "b"} - {"b"}, {"c"}) == 1',
      'assert {"a", "b", "c"} == add(1, 2)',
    ];
    const answers = new Set<string>();
    for (let run = 0; run < 5; run += 1) {
      const { outcomes } = await sandbox.check(task(program, tests));
      answers.add(
        // An instance without a hash of its own is ordered by its address, which nobody promises.
        JSON.stringify(
          outcomes.map(({ kind, error, actual }, test) => [kind, error, test > 0 && actual]),
        ),
      );
    }
    expect(answers.size).toBe(1);
  });

  it('let an exclusive check run while nothing else of ours does', async () => {
    const nap = (seconds: number): string => `import time\ntime.sleep(${seconds})\n${addition}`;
    const ends: string[] = [];
    const run = async (name: string, alone: boolean): Promise<void> => {
      await sandbox.check(task(nap(0.3), ['assert add(1, 2) == 3'], { alone }));
      ends.push(name);
    };
    await Promise.all([run('first', false), run('alone', true), run('last', false)]);
    expect(ends).toEqual(['first', 'alone', 'last']);
  });

  it('serve many programs each, and stay as small and as tidy as they were', async () => {
    const ask = (): Promise<unknown> => sandbox.check(task(addition, ['assert add(1, 2) == 3']));
    await ask();
    const before = await Promise.all(sandbox.cells.map((cell) => cell.ping()));
    const served = sandbox.cells.map((cell) => cell.served);
    for (let turn = 0; turn < 60; turn += 1) await ask();
    const after = await Promise.all(sandbox.cells.map((cell) => cell.ping()));
    expect(after.map(({ descriptors }) => descriptors)).toEqual(
      before.map(({ descriptors }) => descriptors),
    );
    expect(sandbox.cells.map((cell) => cell.served)).not.toEqual(served);
  });
});

describeWithSandbox('bubblewrap cells with an end', () => {
  const label = `${stateLabel}-end`;
  const open = (): Promise<CellSandbox> =>
    openSandbox({ backend: 'bubblewrap', slots: 1, stateLabel: label });

  it('are gone at once when a check is cancelled, and the next check has a fresh one', async () => {
    const sandbox = await open();
    const control = new AbortController();
    const check = sandbox.check(spin, { signal: control.signal });
    const refused = expect(check).rejects.toMatchObject({ fate: 'cancelled' });
    await whileRunning(sandbox);
    const started = Date.now();
    control.abort();
    await refused;
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(boxProcesses(label)).toEqual([]);
    const { outcomes } = await sandbox.check(task(addition, ['assert add(1, 2) == 3']));
    expect(outcomes).toMatchObject([{ kind: 'passed' }]);
    await sandbox.close();
  });

  it('are gone when their sandbox is closed, whatever they do', async () => {
    const sandbox = await open();
    const refused = expect(sandbox.check(spin)).rejects.toMatchObject({ code: 'SANDBOX_CLOSED' });
    await whileRunning(sandbox);
    await sandbox.close();
    await refused;
    expect(boxProcesses(label)).toEqual([]);
  });

  it('are gone when nobody has used them for some time', async () => {
    const options = { backend: 'bubblewrap', stateLabel: label, idleMs: 100 } as const;
    const sandbox = await openSandbox(options);
    await eventually('their end', () => boxProcesses(label).length === 0);
    await sandbox.close();
  });
});
