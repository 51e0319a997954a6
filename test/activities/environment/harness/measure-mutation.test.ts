import { saveFacts } from '../../../../activities/environment/harness/harness-facts';
import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { measureMutation } from '../../../../activities/environment/harness/measure-mutation';
import { knownMutants } from '../../../../activities/environment/harness/mutant-facts';
import { flakesOf } from '../../../../activities/environment/harness/rerun-harness';
import {
  allCases,
  loadParts,
  saveHarness,
} from '../../../../activities/environment/harness/stored-harness';
import type { HarnessPart } from '../../../../core/schemas/environment-harness';
import { valueOf } from '../../../core/repository/sample-records';
import { finished } from '../answered-jobs';
import type { ScriptedJob } from '../scripted-jobs';
import { answeredHarness, originalAnswer, part } from './answered-harness';

/** What one case executes of four lines with two branches, and which changes it notices. */
interface Case {
  readonly arcs?: readonly (readonly number[])[];
  readonly notices?: readonly string[];
}
type Cases = Readonly<Record<string, Case>>;

const mutants = ['low', 'high', 'never'];
const both = [
  [2, 3],
  [2, 4],
];

/** The step on parts whose cases are these. */
async function measured(
  sources: Readonly<Record<string, Cases>>,
  gates: HarnessContext['gates'],
  { unstable = [], flakes }: { unstable?: readonly string[]; flakes?: object } = {},
) {
  const casesOf = (request: Readonly<Record<string, unknown>>): [string, Case][] => {
    const { source } = request['harness'] as { readonly source: string };
    return Object.entries(sources[source] ?? {});
  };
  const harness = await answeredHarness(
    {
      run_original: (request) => {
        const records = casesOf(request).map(([name]) => valueOf(name, 1));
        const { source } = request['harness'] as { readonly source: string };
        return originalAnswer([records, records], { source });
      },
      measure_coverage: (request) => ({
        end: finished({
          coverage: {
            taken: [],
            missing: both.map(([from, to]) => ({ from, to })),
            linesMissing: [2, 3, 4],
          },
          cases: casesOf(request).map(([name, { arcs = [] }]) => ({
            ...{ name, arcs, lines: arcs.flat() },
          })),
        }),
      }),
      mutate_function: (request): ScriptedJob => {
        const compared = request['expected'] as object;
        const cases = casesOf(request).filter(([name]) => name in compared);
        const by = (id: string) =>
          cases.flatMap(([name, { notices = [] }]) => (notices.includes(id) ? [name] : []));
        return {
          end: finished({
            unstable,
            mutants: mutants.map((name, at) => ({
              ...{ name, line: at + 2, words: `${name} changed`, by: by(name) },
              status: by(name).length > 0 ? 'killed' : at === 2 ? 'uncovered' : 'survived',
            })),
          }),
          records: mutants.flatMap((mutant) =>
            by(mutant).map((name) => ({ mutant, case: name, record: valueOf(name, 2) })),
          ),
        };
      },
    },
    { gates },
  );
  const { context } = harness;
  const parts = Object.entries(sources).map(([source, cases]): HarnessPart => {
    const names = Object.keys(cases);
    return part(source, names);
  });
  const { harness: sha256 } = await saveHarness(context, parts);
  if (flakes !== undefined) await saveFacts(context, 'flakes', sha256, flakes);
  const came = await measureMutation(context, { kind: 'mutation', id: 'r#4', harness: sha256 });
  return { ...harness, came };
}

const sound: Cases = {
  one: { arcs: [[2, 3]], notices: ['low'] },
  other: { arcs: [[2, 4]], notices: ['high'] },
};

describe('the changes of a function that a harness notices', () => {
  it('are enough at exactly the least share; those that go unnoticed are noted', async () => {
    const { came, noted } = await measured({ text: sound }, { coverage: 1, mutation: 2 / 3 });
    expect(came).toMatchObject({ of: 'r#4', kind: 'passed', cases: 2, measure: 2 / 3 });
    const survivors = [{ line: 4, words: 'never changed', reached: false }];
    expect(noted).toEqual([{ measure: 2 / 3, survivors }]);
  });

  it('are too few below it, which is noted as well', async () => {
    const { came, noted } = await measured({ text: sound }, { coverage: 0, mutation: 0.67 });
    expect(came).toMatchObject({
      ...{ of: 'r#4', kind: 'failed', reason: { code: 'low_mutation' } },
      feedback: expect.stringContaining('never changed') as string,
    });
    expect(noted).toMatchObject([{ measure: 2 / 3 }]);
  });

  it('are not told where the cases could not be run', async () => {
    const { context } = await answeredHarness({ run_original: () => ({ end: finished({}) }) });
    const { harness } = await saveHarness(context, [part('text', ['one'])]);
    await expect(
      measureMutation(context, { kind: 'mutation', id: 'r#4', harness }),
    ).rejects.toMatchObject({ code: 'HARNESS_OUTDATED' });
  });

  it('fail the step with the reason of a measurement that did not end', async () => {
    const { context } = await answeredHarness({
      run_original: () => originalAnswer([[valueOf('one', 1)], [valueOf('one', 1)]]),
      measure_coverage: () => ({ end: { kind: 'memory-limit' } }),
    });
    const { harness } = await saveHarness(context, [part('text', ['one'])]);
    const came = await measureMutation(context, { kind: 'mutation', id: 'r#4', harness });
    expect(came).toMatchObject({ of: 'r#4', kind: 'failed', reason: { code: 'oom' } });
  });
});

describe('a case that gives something else when the function is put in its own place', () => {
  const unstable = ['other'];

  it('is dropped, and notices nothing', async () => {
    const cases = { ...sound, third: { arcs: both } };
    const { came, context, noted } = await measured(
      { text: cases },
      { coverage: 1, mutation: 1 / 3 },
      { unstable },
    );
    expect(came).toMatchObject({ kind: 'passed', cases: 2, measure: 1 / 3 });
    const parts = await loadParts(context, came.kind === 'passed' ? came.harness : '');
    expect(allCases(parts)).toEqual(['0/one', '0/third']);
    const reason = { code: 'flaky', cause: 'chance' };
    expect(noted[0]).toEqual({ dropped: [{ case: '0/other', reason }] });
  });

  it('fails the step where the others do not cover enough', async () => {
    const { came } = await measured({ text: sound }, { coverage: 0.6, mutation: 0 }, { unstable });
    expect(came).toMatchObject({
      ...{ of: 'r#4', kind: 'failed', reason: { code: 'flaky', cause: 'chance' } },
      feedback: expect.stringContaining('only by cases that give something else') as string,
    });
    const enough = await measured({ text: sound }, { coverage: 0.5, mutation: 0 }, { unstable });
    expect(enough.came).toMatchObject({ kind: 'passed', cases: 1 });
  });
});

describe('a harness of more cases than are kept', () => {
  const idle: Cases = { idle: {} };
  const many: Cases = Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [
      `case_${String(at)}`,
      at === 30 ? { arcs: [[2, 4]], notices: ['high'] } : { arcs: [[2, 3]], notices: ['low'] },
    ]),
  );

  it('keeps thirty, with every one that is needed, and knows what they notice under their new names', async () => {
    const gates = { coverage: 1, mutation: 0.5 };
    const { came, context } = await measured({ weak: idle, strong: many }, gates);
    expect(came).toMatchObject({ kind: 'passed', cases: 30 });
    const parts = await loadParts(context, came.kind === 'passed' ? came.harness : '');
    expect(parts.map(({ source }) => source)).toEqual(['strong']);
    expect(parts[0]?.cases).toContain('case_30');
    const known = await knownMutants(context, parts);
    const others = allCases(parts).filter((name) => name !== '0/case_30');
    expect(known?.mutants.map(({ id, killedBy }) => [id, killedBy])).toEqual([
      ['low', others],
      ['high', ['0/case_30']],
      ['never', []],
    ]);
  });

  it('keeps what is known of the cases that were dropped before', async () => {
    const flakes = { flakes: [{ case: '0/gone', cause: 'clock' }], reruns: 5 };
    const gates = { coverage: 1, mutation: 0.5 };
    const { came, context } = await measured({ weak: idle, strong: many }, gates, { flakes });
    const { harness } = came as Extract<typeof came, { kind: 'passed' }>;
    expect(await flakesOf(context, harness)).toEqual(flakes);
  });
});
