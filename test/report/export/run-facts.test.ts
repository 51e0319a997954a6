import { runFacts } from '../../../report/export/run-facts';
import { loadWholeRun } from '../../../report/load-run';
import { SmallRun, configOf } from '../small-run';

const bubblewrap = { provider: 'bubblewrap', assurance: 'data', python: '3.11.2' } as const;
const docker = { provider: 'docker', assurance: 'data', python: '3.11.2' } as const;
const older = { provider: 'bubblewrap', assurance: 'data', python: '3.9.2' } as const;

/** The facts of a run whose problems were graded by these, in this order. */
async function verdictsOf(
  sources: readonly (typeof bubblewrap | typeof docker | typeof older)[],
): Promise<unknown> {
  const run = new SmallRun();
  const problems = sources.map((_, index) => `HumanEval/${String(index)}`);
  await run.begin(configOf({ problems }));
  for (const [index, source] of sources.entries()) {
    const problem = problems[index] ?? '';
    const node = await run.node(problem, { code: 'def f(x): return 0', passes: false });
    const result = run.result([node]);
    if (result.provenance === null) throw new Error('a graded result has a provenance');
    await run.finish(problem, { ...result, provenance: { ...result.provenance, ...source } });
  }
  const facts = runFacts(await loadWholeRun(run.store, run.id), []);
  return (facts as Record<string, unknown>)['verdicts'];
}

describe('the verdict sources of a run', () => {
  it('are named once each, in an order that does not tell which problem was graded where', async () => {
    const sorted = [bubblewrap, older, docker].map((source) => ({
      ...source,
      guestHash: 'a'.repeat(64),
    }));
    expect(await verdictsOf([docker, older, bubblewrap, docker])).toEqual(sorted);
    expect(await verdictsOf([bubblewrap, docker, docker, older])).toEqual(sorted);
  });
});
