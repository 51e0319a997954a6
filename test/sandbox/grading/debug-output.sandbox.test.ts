import type { Sandbox } from '../../../core/adapters/sandbox';
import { openSandbox } from '../../../sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { limits, task } from '../tasks';

describeWithSandbox('what a program prints while it is called', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    const stateLabel = `espalier-debug-output-${process.pid}`;
    sandbox = await openSandbox({ backend: 'bubblewrap', stateLabel, slots: 1 });
  }, 60_000);
  afterAll(() => sandbox.close());

  it.each([
    ['a lone surrogate', String.raw`print("\ud800", "é", flush=True)`],
    [
      'one to the error stream',
      String.raw`import sys; print("\udfff", file=sys.stderr, flush=True)`,
    ],
    ['a hundred thousand lines', 'for i in range(100_000): print(i)'],
  ])('decides no verdict: %s', async (_, prints) => {
    const program = `def add(a, b):\n    ${prints}\n    return a + b\n`;
    for (const assurance of ['data', 'objects', 'shared'] as const) {
      const { outcomes } = await sandbox.check(
        task(program, ['assert add(1, 2) == 3'], { assurance }),
      );
      expect(outcomes).toMatchObject([{ kind: 'passed', assurance }]);
    }
  });

  it('decides the verdict of a script, as it does for an interpreter', async () => {
    const { end } = await sandbox.run({ program: String.raw`print("\ud800")`, limits, seed: 0 });
    expect(end).toEqual({ kind: 'exited', code: 1 });
  });
});
