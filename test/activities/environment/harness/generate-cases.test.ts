import { coverageFacts } from '../../../../activities/environment/harness/coverage-facts';
import { generateCases } from '../../../../activities/environment/harness/generate-cases';
import type { JobGenerator } from '../../../../activities/environment/harness/generate-cases';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { mutantFacts } from '../../../../activities/environment/harness/mutant-facts';
import { saveHarness } from '../../../../activities/environment/harness/stored-harness';
import { definitionAt } from '../../../fakes/environment-samples';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { scriptedJobs } from '../scripted-jobs';
import type { ScriptedJob } from '../scripted-jobs';

const definition = definitionAt('tools.py', 'f', 0);
const record = { case: 'case_0', calls: [], observations: [], end: { kind: 'finished' } };
const finished = (said: object): ScriptedJob['end'] => ({
  kind: 'finished',
  record: { ...said },
});
const reference: ScriptedJob = {
  end: finished({ imports: [{ ok: true }, { ok: true }] }),
  records: [
    { prepared: { source: 'def case_0(): ...', cases: ['case_0'] }, facts: { perCase: {} } },
    ...[1, 2].map((run) => ({ run, record })),
  ],
};
const taken = [
  [2, 3],
  [2, 5],
  [5, 6],
];
/** Three of four branches are taken, and a change of line 3 goes unnoticed. */
const measured: ScriptedJob = {
  end: finished({
    coverage: { taken, missing: [{ from: 5, to: 7 }], linesMissing: [] },
    cases: [{ name: 'case_0', arcs: taken, lines: [2, 3, 5, 6] }],
  }),
};
const changed: ScriptedJob = {
  end: finished({
    mutants: [{ name: '1', line: 3, words: 'other', status: 'survived', by: [] }],
    unstable: [],
  }),
};
const made = (source: string): ScriptedJob => ({
  end: finished({}),
  records: [
    { id: definition.id, harness: { source, cases: ['case_0'], blobs: {} }, kept: [source] },
  ],
});

/** A store, and what is asked of generators by whoever works on it. */
function world(jobs: readonly ScriptedJob[]) {
  const { cell } = scriptedJobs(jobs);
  const asked: {
    readonly feedback: Readonly<Record<string, unknown>>;
    readonly limits: { readonly seconds: number; readonly tries: number };
  }[] = [];
  const watched: HarnessContext['cell'] = {
    ...cell(false),
    run: (job, options) => {
      if (job.module === 'generate_cases') asked.push(job.request as never);
      return cell(false).run(job, options);
    },
  };
  const context = {
    ...{ cell: watched, steps: createMemoryEnvironments(), blobs: createMemoryBlobs() },
    ...{ environment: 'a'.repeat(64), target: 'tools@0::f', signal: undefined, definition },
    definitions: () => Promise.resolve([definition]),
    traces: () => Promise.resolve(null),
  } as unknown as HarnessContext;
  const generate = (
    generator: JobGenerator,
    harness: string | null,
    changes: Partial<HarnessContext> = {},
  ) => generateCases({ ...context, ...changes }, { id: 'r#0', generator, harness });
  const feedback = () => asked.map((request) => request.feedback[definition.id]);
  return { context, generate, asked, feedback };
}

describe('generated cases', () => {
  it('are found again for the same lines that lack something, and made for others', async () => {
    const { context, generate, feedback } = world([
      ...[reference, measured, changed],
      ...[made('for branches'), made('for changes, too')],
    ]);
    const part = { source: 'def case_0(): ...', cases: ['case_0'], blobs: {} };
    const parts = [{ ...part, provenance: { generator: 'transplant', round: 1 } as const }];
    const { harness } = await saveHarness(context, parts);
    const coverage = await coverageFacts(context, parts);
    if ('reason' in coverage) throw new Error(coverage.feedback);
    await mutantFacts(context, parts, coverage);
    const ofRun = (least: number) =>
      generate('hypothesis', harness, { gates: { coverage: least, mutation: 0.8 } });
    const [strict, lenient, again] = [await ofRun(0.9), await ofRun(0.7), await ofRun(0.9)];
    // Where coverage does not do, no change is tried, whatever another run has tried.
    expect(feedback()).toEqual([
      { lines: [5], cases: [] },
      { lines: [3, 5], cases: [] },
    ]);
    expect(lenient).not.toEqual(strict);
    expect(again).toEqual(strict);
  });

  it('vary what traces give, whether these had a turn before or not', async () => {
    const traces = () =>
      Promise.resolve({ sha256: 'b'.repeat(64), traces: { records: [], tests: {} } });
    const jobs = [made('traced'), made('varied')];
    const [one, other] = [world(jobs), world(jobs)];
    await one.generate('traces', null, { traces });
    await one.generate('hypothesis', null, { traces });
    await other.generate('hypothesis', null, { traces });
    expect(other.asked).toEqual(one.asked);
    expect(other.feedback()).toEqual([{}, { lines: [], cases: ['traced'] }]);
  });

  it('end by the number that is tried, and not by how fast the processor is', async () => {
    const { generate, asked } = world([made('varied')]);
    await generate('hypothesis', null);
    const { seconds, tries } = asked[0]?.limits ?? { seconds: NaN, tries: NaN };
    // The slowest functions of real libraries that do not hang take some 50 ms for a try.
    expect(seconds / tries).toBeGreaterThan(0.1);
    // The job's own end would be the function's: it may come no nearer.
    expect(seconds).toBeLessThanOrEqual(240 / 4);
  });
});
