import type { Sandbox } from '../../../core/adapters/sandbox';
import type { DatasetProblem } from '../../../core/tasks/problem';
import type { ProblemLevel } from '../../../core/schemas/problem-level';
import { assuranceLevels } from '../../../core/schemas/verdict';
import type { Assurance, VerdictKind } from '../../../core/schemas/verdict';
import {
  levelOfTool,
  levelTerms,
  ProblemLevels,
  scoresBadReferences,
} from '../../../activities/grading/problem-levels';
import type { LevelTerms, ReferenceFinding } from '../../../activities/grading/problem-levels';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import { SandboxInfraError, TestBrokenError } from '../../../sandbox';
import { answeringSandbox } from '../../fakes/answering-sandbox';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptNamed } from '../../core/tasks/sample-tasks';
import { scriptedProblem, scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { activityDependencies, durableContext } from '../../fakes/activity-dependencies';

const reference = "    return 'reference'\n";
const { problem, hidden } = scriptedProblem('P/0');
const dataset = 'd'.repeat(64);

/** The reference passes at this level and below; `null`: nowhere. On visible tests it always does. */
const passingFrom = (highest: Assurance | null) =>
  answeringSandbox({
    check: ({ tests, assurance = 'data' }) => {
      const passes =
        highest !== null && assuranceLevels.indexOf(assurance) >= assuranceLevels.indexOf(highest);
      return tests.map((test) => (passes || !test.includes('f(3)') ? 'passed' : 'failed'));
    },
  });

async function setUp(sandbox: Sandbox, row: Partial<typeof hidden> = { reference }) {
  return setUpRow(sandbox, { problem, hidden: { ...hidden, ...row } });
}

async function setUpRow(sandbox: Sandbox, row: DatasetProblem) {
  const store = createMemoryStore();
  await store.problems.save(dataset, [row]);
  const inProcess = () =>
    new ProblemLevels(
      activityDependencies({
        store,
        sandbox: () => Promise.resolve(sandbox),
        programsAtOnce: 1,
      }),
    );
  let activities = 0;
  const findingOf = (
    levels: ProblemLevels,
    more: Partial<LevelTerms> = {},
  ): Promise<ReferenceFinding> => {
    const limits = { visible: visibleLimit(), hidden: hiddenLimit() };
    const terms = {
      dataset,
      least: 'objects',
      said: null,
      limits,
      seed: 0,
      regrade: false,
      scoresBadReferences: false,
    } as const;
    activities += 1;
    const context = durableContext({ scope: `activity ${String(activities)}` });
    return levels.finding({ ...terms, ...more }, row.problem, context);
  };
  const levelOf = async (...asked: Parameters<typeof findingOf>): Promise<ProblemLevel> =>
    (await findingOf(...asked)).level;
  return { inProcess, levelOf, findingOf };
}

const asked = (sandbox: ReturnType<typeof passingFrom>) =>
  sandbox.asked.map(({ assurance, tests }) => `${String(assurance)} ${String(tests.length)}`);

describe('visible tests', () => {
  /** f(1) is passed, f(2) is not; f(3) is the hidden one. */
  const failing = (kinds: { readonly second: VerdictKind; readonly hidden?: VerdictKind }) =>
    answeringSandbox({
      check: ({ tests }) =>
        tests.map((test) => {
          if (test.includes('f(3)')) return kinds.hidden ?? 'passed';
          return test.includes('f(2)') ? kinds.second : 'passed';
        }),
    });
  const second = { place: 1, test: 'assert f(2) == 2' };

  it.each(['failed', 'raised', 'exited-early'] as const)(
    'that the reference fails (%s) are not to be shown, by name',
    async (became) => {
      const { inProcess, findingOf } = await setUp(failing({ second: became }));
      expect(await findingOf(inProcess())).toEqual({
        level: { kind: 'found', level: 'data', by: 'reference' },
        shown: { of: 2, dropped: [{ ...second, became }] },
      });
    },
  );

  it('stay where a limit stopped the reference, and where it is no authority', async () => {
    for (const kinds of [
      { second: 'timed-out' },
      { second: 'failed', hidden: 'failed' },
    ] as const) {
      const { inProcess, findingOf } = await setUp(failing(kinds));
      const { shown } = await findingOf(inProcess(), { scoresBadReferences: true });
      expect(shown).toEqual({ of: 2, dropped: [] });
    }
  });

  it('stay where there is no reference', async () => {
    const { inProcess, findingOf } = await setUp(failing({ second: 'failed' }), {});
    expect((await findingOf(inProcess())).shown).toEqual({ of: 2, dropped: [] });
  });
});

describe('the level of a problem, found by its reference', () => {
  it('is the highest at which it passes all tests, visible and hidden; lower ones are not tried', async () => {
    const sandbox = passingFrom('objects');
    const { inProcess, levelOf } = await setUp(sandbox);
    expect(await levelOf(inProcess())).toEqual({
      kind: 'found',
      level: 'objects',
      by: 'reference',
    });
    expect(asked(sandbox)).toEqual(['data 2', 'data 1', 'objects 2', 'objects 1']);
    expect(sandbox.asked[0]?.program).toBe(`${problem.preamble}\n${reference}`);
    expect(sandbox.asked.map(({ limits }) => limits.cpuMs)).toEqual([1000, 10_000, 1000, 10_000]);
  });

  it('is looked for below the least level, so that a refusal can say what would be taken', async () => {
    const { inProcess, levelOf } = await setUp(passingFrom('shared'));
    expect(await levelOf(inProcess())).toMatchObject({
      ...{ kind: 'refused', why: expect.stringContaining('(at `objects`: failed)') as string },
    });
    expect(await levelOf(inProcess(), { least: 'shared' })).toMatchObject({ level: 'shared' });
  });

  it('is that of the hidden tests where an example is wrong at every level', async () => {
    const sandbox = answeringSandbox({
      check: ({ tests, assurance = 'data' }) =>
        tests.map((test) => {
          if (!test.includes('f(3)')) return 'failed';
          return assurance === 'data' ? 'raised' : 'passed';
        }),
    });
    const { inProcess, levelOf } = await setUp(sandbox);
    expect(await levelOf(inProcess())).toEqual({
      ...{ kind: 'found', level: 'objects', by: 'reference' },
    });
  });

  it('is none when it passes nowhere: there is no score; in a run that scores it all the same it is data, said by nobody', async () => {
    const { inProcess, levelOf } = await setUp(passingFrom(null));
    expect(await levelOf(inProcess())).toMatchObject({
      kind: 'bad-reference',
      why: expect.stringMatching(
        /^the reference solution fails its own hidden tests here \(failed\).*: a run with --score-bad-references/u,
      ) as string,
    });
    expect(await levelOf(inProcess(), { scoresBadReferences: true })).toEqual({
      ...{ kind: 'found', level: 'data', by: 'nobody', hasReference: true },
      reference: 'fails',
    });
  });

  it.each(['timed-out', 'memory-limit', 'output-limit', 'killed-by-signal'] as const)(
    'is data, and scored, where a limit (%s) stopped it: that says nothing of the tests',
    async (kind) => {
      const sandbox = answeringSandbox({ check: ({ tests }) => tests.map(() => kind) });
      const { inProcess, findingOf } = await setUp(sandbox);
      expect(await findingOf(inProcess())).toEqual({
        level: {
          ...{ kind: 'found', level: 'data', by: 'nobody', hasReference: true },
          reference: 'stopped',
        },
        shown: { of: 2, dropped: [] },
      });
    },
  );

  it('runs nothing without a reference; on the word of a person only at the level that they say', async () => {
    const none = answeringSandbox({});
    const without = await setUp(none, {});
    expect(await without.levelOf(without.inProcess())).toMatchObject({
      ...{ by: 'nobody', hasReference: false },
    });
    expect(none.asked).toEqual([]);
    const failing = passingFrom(null);
    const { inProcess, levelOf } = await setUp(failing);
    expect(await levelOf(inProcess(), { said: 'shared' })).toMatchObject({
      ...{ kind: 'found', level: 'shared', by: 'person', reference: 'fails' },
    });
    expect(asked(failing)).toEqual(['shared 2', 'shared 1']);
  });

  it('is remembered by the process, and what the reference did by the store', async () => {
    const sandbox = passingFrom('objects');
    const { inProcess, levelOf } = await setUp(sandbox);
    const levels = inProcess();
    await levelOf(levels);
    await levelOf(levels);
    expect(sandbox.asked).toHaveLength(4);
    // Another process, and another least level.
    expect(await levelOf(inProcess(), { least: 'data' })).toMatchObject({ kind: 'refused' });
    expect(sandbox.asked).toHaveLength(4);
    await levelOf(inProcess(), { regrade: true });
    expect(sandbox.asked).toHaveLength(8);
  });

  it('is that of the second run when the first was stopped', async () => {
    const sandbox = answeringSandbox({
      check: ({ tests, alone }) => tests.map(() => (alone === true ? 'passed' : 'timed-out')),
    });
    const { inProcess, levelOf } = await setUp(sandbox);
    expect(await levelOf(inProcess())).toMatchObject({ level: 'data' });
  });

  it.each([
    ['cells break on it', new SandboxInfraError('docker', 'it ended', { fate: 'terminal' })],
    ['no cell can be started', new SandboxInfraError('docker', 'it ended')],
    ['a test of its cannot be compiled', new TestBrokenError(1, 'f', 'SyntaxError')],
  ])('is not known, and not remembered, when %s', async (_what, error) => {
    let broken = true;
    const sandbox = answeringSandbox({
      check: ({ tests }) => {
        if (broken) throw error;
        return tests.map(() => 'passed');
      },
    });
    const { inProcess, levelOf } = await setUp(sandbox);
    const levels = inProcess();
    await expect(levelOf(levels)).rejects.toBe(error);
    broken = false;
    expect(await levelOf(levels)).toMatchObject({ level: 'data', by: 'reference' });
  });

  describe('stays what it is without the reference where that cannot be run', () => {
    const broken = [
      ['cells break on it', new SandboxInfraError('docker', 'it ended', { fate: 'terminal' })],
      ['a test of its cannot be compiled', new TestBrokenError(1, 'f', 'SyntaxError')],
    ] as const;
    const down = new SandboxInfraError('docker', 'it ended');
    const answersWith = (error: Error): Sandbox => {
      const fails = (): never => {
        throw error;
      };
      return answeringSandbox({ check: fails, run: fails });
    };

    it.each(broken)('by the word of a person, when %s', async (_what, error) => {
      const { inProcess, findingOf } = await setUp(answersWith(error));
      expect(await findingOf(inProcess(), { said: 'shared' })).toEqual({
        level: { kind: 'found', level: 'shared', by: 'person', reference: 'stopped' },
        shown: { of: 2, dropped: [] },
      });
    });

    const row = {
      problem: scriptNamed('S/0'),
      hidden: { kind: 'script' as const, tests: [{ stdin: '1\n', stdout: '1\n' }], reference },
    };

    it.each(broken)('by the kind of the problem, when %s', async (_what, error) => {
      const { inProcess, findingOf } = await setUpRow(answersWith(error), row);
      expect(await findingOf(inProcess())).toEqual({
        level: { kind: 'found', level: 'data', by: 'kind', reference: 'stopped' },
        shown: { of: 2, dropped: [] },
      });
    });

    it('and waits for a sandbox that no cell can be started in', async () => {
      const { inProcess, levelOf } = await setUpRow(answersWith(down), row);
      await expect(levelOf(inProcess())).rejects.toBe(down);
    });
  });
});

describe('what a run asks of the level of a problem', () => {
  const tool = { profile: 'human-eval' } as const;

  it('is its own least level, and what a person said of this problem alone', () => {
    const config = { ...scriptedRunConfig(), assuranceOf: { 'P/0': 'shared' as const } };
    expect(levelTerms(config, 'P/0')).toEqual({
      ...{ dataset: config.dataset.sha256, least: config.assurance, said: 'shared' },
      ...{ limits: config.limits, seed: config.seed, regrade: config.regrade },
      scoresBadReferences: false,
    });
    expect(levelTerms(config, 'P/1').said).toBeNull();
  });

  it('is one process where another tool grades and that is taken', () => {
    expect(levelOfTool('shared', tool)).toBe('shared');
    expect(levelOfTool('objects', tool)).toBeNull();
    expect(levelOfTool('shared', undefined)).toBeNull();
    const config = { ...scriptedRunConfig(), assurance: 'shared' as const, grading: tool };
    expect(levelTerms(config, 'P/0').said).toBe('shared');
    const said = { ...config, assuranceOf: { 'P/0': 'data' as const } };
    expect(levelTerms(said, 'P/0').said).toBe('data');
  });

  it('is a score in spite of a bad reference where a person wants it, or another tool grades', () => {
    expect(scoresBadReferences({})).toBe(false);
    expect(scoresBadReferences({ scoreBadReferences: true })).toBe(true);
    expect(scoresBadReferences({ grading: tool })).toBe(true);
  });
});

test('a problem that is refused is named, with what would be taken', async () => {
  const { inProcess } = await setUp(passingFrom(null));
  const limits = { visible: visibleLimit(), hidden: hiddenLimit() };
  const terms = { dataset, least: 'objects', said: null, limits, seed: 0, regrade: false } as const;
  const required = (scored: boolean) =>
    inProcess().required({ ...terms, scoresBadReferences: scored }, problem, durableContext());
  await expect(required(false)).rejects.toMatchObject({
    ...{ code: 'PROBLEM_REFUSED', fate: 'terminal' },
    message: expect.stringMatching(/^P\/0 is refused: the reference solution fails/u) as string,
  });
  expect(await required(true)).toMatchObject({ kind: 'found', level: 'data' });
});
