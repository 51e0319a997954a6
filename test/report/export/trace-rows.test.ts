import { traceRows } from '../../../report/export/trace-rows';
import { SmallRun, configOf } from '../small-run';

describe('the trace of an attempt', () => {
  it('has the nodes in order of their ordinals, whatever order they were recorded in', async () => {
    const run = new SmallRun();
    await run.begin();
    const nodes = await Promise.all(
      [2, 10, 0, 1].map((ordinal) =>
        run.node('HumanEval/0', { ordinal, code: `def f(x): return ${ordinal}`, passes: false }),
      ),
    );
    await run.finish('HumanEval/0', run.result(nodes));
    const [attempt] = await run.store.runs.attempts(run.id);
    if (attempt === undefined) throw new Error('no attempt');
    const rows = await traceRows(
      { config: configOf(), blobs: run.store.blobs, calls: new Map() },
      attempt,
    );
    expect(rows).toMatchObject([
      { kind: 'attempt' },
      { kind: 'node', node: 'n0', ordinal: 0 },
      { kind: 'node', node: 'n1', ordinal: 1 },
      { kind: 'node', node: 'n2', ordinal: 2 },
      { kind: 'node', node: 'n10', ordinal: 10 },
    ]);
    expect(rows.at(-1)).not.toHaveProperty('words');
  });

  it('has what agents wrote of a node by their roles', async () => {
    const run = new SmallRun();
    await run.begin();
    const node = await run.node('HumanEval/0', { code: 'def f(x): return 0', passes: false });
    const words = { historian: await run.text('It returns nought.') };
    await run.finish('HumanEval/0', run.result([{ ...node, words }]));
    const [attempt] = await run.store.runs.attempts(run.id);
    if (attempt === undefined) throw new Error('no attempt');
    const rows = await traceRows(
      { config: configOf(), blobs: run.store.blobs, calls: new Map() },
      attempt,
    );
    expect(rows[1]).toMatchObject({ words: { historian: 'It returns nought.' } });
  });
});
