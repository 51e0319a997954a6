import type { HarnessContext } from '../../../../activities/environment/harness/harness-context';
import { mutantFacts } from '../../../../activities/environment/harness/mutant-facts';
import type { CoverageFacts } from '../../../../core/repository/gates/coverage';
import type { JobRecord } from '../../../../core/adapters/repository';
import type { CaseRecord } from '../../../../core/python-values/case-record';
import type { HarnessPart } from '../../../../core/schemas/environment-harness';
import { valueOf } from '../../../core/repository/sample-records';

type Entry = [string, number];
const dict = (name: string, ...entries: Entry[]): CaseRecord => valueOf(name, { d: entries });
const cases = ['first', 'second', 'third'];
const reference = cases.map((name) => dict(name, ['x', 1], ['y', 2]));
const reordered = (name: string): CaseRecord => dict(name, ['y', 2], ['x', 1]);
const wrong = (name: string): CaseRecord => dict(name, ['x', 7], ['y', 2]);
const part: HarnessPart = {
  ...{ source: 'cases', cases, blobs: {} },
  provenance: { generator: 'transplant', round: 1 },
};
const coverage: CoverageFacts = {
  ...{ branches: [], lines: [4] },
  cases: cases.map((name) => ({ case: `0/${name}`, branches: [], lines: [4] })),
};

type Asked = Readonly<Record<'after' | 'known' | 'expected', Readonly<Record<string, unknown>>>>;
interface Ran {
  readonly unstable?: readonly string[];
  /** By mutant: records that differ, and whether cases are left. */
  readonly mutants: Readonly<
    Record<string, { by: readonly CaseRecord[]; open?: boolean } | 'waiting'>
  >;
}

/** The facts, when the job says this each time it is run, and what it was asked each time. */
async function factsOf(runs: readonly Ran[]): Promise<{ facts: object; asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const stored: string[] = [];
  const answer = (module: string, request: Asked): { said: JobRecord[]; record: JobRecord } => {
    if (module === 'run_original') {
      const look = {
        skipped: false,
        target: 1,
        self: 0,
        constant: 0,
        swallows: false,
        tells: false,
      };
      const perCase = Object.fromEntries(cases.map((name) => [name, look]));
      const prepared = { source: 'prepared', cases };
      const records = [1, 2].flatMap((run) => reference.map((record) => ({ run, record })));
      return {
        said: [{ prepared, facts: { perCase } }, ...records],
        record: { imports: [{ ok: true }] },
      };
    }
    const { unstable = [], mutants } = runs[asked.push(request) - 1] ?? { mutants: {} };
    const told = Object.entries(mutants).map(([name, one]) => {
      const { by, open } = one === 'waiting' ? { by: [], open: false } : one;
      const status = one === 'waiting' ? one : by.length > 0 ? 'killed' : 'survived';
      return { name, line: 4, words: name, status, by: by.map((record) => record.case), open };
    });
    const said = Object.entries(mutants).flatMap(([mutant, one]) =>
      one === 'waiting' ? [] : one.by.map((record) => ({ mutant, case: record.case, record })),
    );
    const known = Object.keys(request.known).filter((name) => !(name in mutants));
    const rest = known.map((name) => ({ name, line: 4, words: name, status: 'killed', by: [] }));
    return { said, record: { mutants: [...told, ...rest], unstable } };
  };
  const context = {
    blobs: {
      put: (text: string) => Promise.resolve(String(stored.push(text) - 1)),
      get: (at: string) => Promise.resolve(stored[Number(at)]),
    },
    steps: { findStep: () => Promise.resolve(null), saveStep: () => Promise.resolve() },
    definition: { id: 'f', module: 'm', qualname: 'f', projectPath: 'm.py', lines: {} },
    cell: {
      place: {},
      run: (
        { module, request }: { module: string; request: Asked },
        { onRecord }: { onRecord: (record: JobRecord, attempt: number) => void },
      ) => {
        const { said, record } = answer(module, request);
        for (const one of said) onRecord(one, 1);
        return Promise.resolve({ end: { kind: 'finished', record } });
      },
    },
  } as unknown as HarnessContext;
  const facts = await mutantFacts(context, [part], coverage);
  return { facts, asked };
}

const noticed = (...killedBy: string[]): object => expect.objectContaining({ killedBy }) as object;

describe('the changes that a harness notices', () => {
  it('are those that a candidate would fail for, in the case in which it would', async () => {
    const { facts, asked } = await factsOf([
      {
        mutants: {
          lenient: { by: [reordered('first')], open: true },
          strict: { by: [wrong('first')], open: true },
          last: { by: [reordered('third')] },
          none: { by: [] },
        },
      },
      { mutants: { lenient: { by: [reordered('second'), wrong('third')] } } },
    ]);
    expect(asked.map(({ after }) => after)).toEqual([{}, { lenient: 'first' }]);
    expect(Object.keys(asked[1]?.known ?? {})).toEqual(['strict', 'last', 'none']);
    expect(facts).toMatchObject({
      mutants: expect.arrayContaining([
        { id: 'lenient', line: 4, words: 'lenient', reached: true, killedBy: ['0/third'] },
        { id: 'strict', line: 4, words: 'strict', reached: true, killedBy: ['0/first'] },
        { id: 'last', line: 4, words: 'last', reached: true, killedBy: [] },
        { id: 'none', line: 4, words: 'none', reached: true, killedBy: [] },
      ]) as unknown,
    });
  });

  it('are asked again when enough was said, or when the case that noticed them is unstable', async () => {
    const { facts, asked } = await factsOf([
      {
        mutants: {
          shaken: { by: [wrong('first')], open: true },
          later: { by: [reordered('second')], open: true },
          rest: 'waiting',
        },
      },
      {
        unstable: ['first'],
        mutants: { later: { by: [] }, rest: { by: [wrong('second')], open: true } },
      },
      { mutants: { shaken: { by: [wrong('third')] } } },
    ]);
    expect(asked.map(({ expected }) => Object.keys(expected))).toEqual([
      cases,
      cases,
      cases.slice(1),
    ]);
    expect(facts).toMatchObject({
      unstable: ['0/first'],
      mutants: [noticed('0/third'), noticed(), noticed('0/second')],
    });
  });

  it('are not asked for ever where the answer is always that some wait', async () => {
    const forever = Array.from({ length: 1_000 }, () => ({ mutants: { a: 'waiting' } as const }));
    const { facts, asked } = await factsOf(forever);
    expect(facts).toMatchObject({ reason: { code: 'killed' } });
    expect(asked).toHaveLength(500);
  });
});
