import { candidatePolicy } from '../../../core/python-values/comparison-policy';
import type { DatasetProblem } from '../../../core/tasks/problem';
import { ownVersions } from '../../../lab/planning/own-versions';
import type { RunFacts } from '../../../lab/verify/read-run-export';
import { requireProblems, requireRerunnable } from '../../../lab/verify/require-rerunnable';
import { configOf } from '../../report/small-run';
import { checkOf } from '../../sandbox/patch/patch-check';
import { scriptedProblem } from '../../workflows/support/scripted-problems';

const config = configOf();
const versions = ownVersions(config);

function factsOf(changes: Partial<RunFacts> = {}): RunFacts {
  const counts = { total: 2, completed: 2, steered: false, refused: [], badReferences: [] };
  return { run: 'r', config: { ...config, versions }, bundle: null, ...counts, ...changes };
}

const refusalOf = (body: () => void): unknown => {
  try {
    body();
    return null;
  } catch (error) {
    return error;
  }
};

describe('a run that is to be run again', () => {
  const refusal = (changes?: Partial<RunFacts>) =>
    refusalOf(() => {
      requireRerunnable(factsOf(changes));
    });

  it('is one whose attempts all have a verdict, or are refused for their level', () => {
    expect(refusal()).toBeNull();
    expect(refusal({ completed: 1, refused: [{ task_id: 'HumanEval/1' }] })).toBeNull();
  });

  it('is refused while an attempt has none, with what finishes it', () => {
    expect(refusal({ completed: 1 })).toMatchObject({
      code: 'NOT_REPLAYABLE',
      exitCode: 2,
      message: 'run r cannot be run again: 1 of its 2 attempts have no verdict',
      remedy: expect.stringContaining('espalier run resume r') as unknown,
    });
  });

  it('is refused when a person steered it', () => {
    expect(refusal({ steered: true })).toMatchObject({
      code: 'NOT_REPLAYABLE',
      message: expect.stringContaining('a person steered or cancelled an attempt') as unknown,
    });
  });

  it('is refused under other versions, naming what differs', () => {
    const other = { ...versions, prompts: 'a'.repeat(64), grading: versions.grading + 1 };
    expect(refusal({ config: { ...config, versions: other } })).toMatchObject({
      code: 'RUN_OF_OTHER_VERSIONS',
      exitCode: 2,
      message: 'run r was made with other versions of: prompts, grading',
    });
  });

  it('is refused where its kind has no verdicts, whatever else is wrong with it', () => {
    const built = { ...config, kind: 'environment' } as unknown as RunFacts['config'];
    expect(refusal({ config: built, completed: 0, steered: true })).toMatchObject({
      code: 'NOTHING_TO_REPLAY',
      exitCode: 2,
    });
  });
});

describe('a run that asked no model', () => {
  it('has nothing to run again, and says what grades its samples again', () => {
    const model = { kind: 'none', name: 'none', logicalEndpoint: 'none' } as const;
    const body = (): void => {
      requireRerunnable(factsOf({ config: { ...config, model } }));
    };
    expect(refusalOf(body)).toMatchObject({
      code: 'NOTHING_TO_REPLAY',
      exitCode: 2,
      remedy: expect.stringContaining('espalier evaluate') as unknown,
    });
  });
});

describe('the problems of a run that is to be run again', () => {
  const run = { run: 'r', config: configOf({ problems: ['P/0', 'P/1'] }) };
  const refusal = (rows: readonly DatasetProblem[]) =>
    refusalOf(() => {
      requireProblems(run, rows);
    });

  it('are all those of its configuration', () => {
    expect(refusal([scriptedProblem('P/0'), scriptedProblem('P/1')])).toBeNull();
    expect(refusal([scriptedProblem('P/0')])).toMatchObject({
      code: 'EXPORT_DAMAGED',
      exitCode: 2,
      message: 'the export of run r lacks problems: P/1',
    });
  });

  it('are none that are judged in a repository', () => {
    const harness: DatasetProblem = {
      problem: {
        ...{ kind: 'harness', id: 'P/1', dataset: 'env', statement: 'def f(): ...', context: '' },
        ...{ className: null, name: 'f', module: 'tools', qualname: 'f', visibleTests: [] },
        ...{ environment: 'a'.repeat(64), policy: candidatePolicy },
      },
      hidden: { kind: 'harness', harness: 'b'.repeat(64), parts: [] },
    };
    expect(refusal([scriptedProblem('P/0'), harness])).toMatchObject({
      code: 'NOT_REPLAYABLE',
      message: expect.stringContaining('judged in repositories') as unknown,
      remedy: expect.stringContaining('env evaluate') as unknown,
    });
  });

  it('may be issues of repositories, whose environments are built again', () => {
    const { source, runner } = checkOf('').task;
    const patch: DatasetProblem = {
      problem: {
        ...{ kind: 'patch', id: 'P/1', dataset: 'd', statement: 'It is wrong.', context: '' },
        ...{ source, runner, visibleTests: [] },
      },
      hidden: {
        ...{ kind: 'patch', testPatch: '', failToPass: ['t'], passToPass: [] },
        ...{ logParser: 'pytest', evalType: 'pass-and-fail' },
      },
    };
    expect(refusal([scriptedProblem('P/0'), patch])).toBeNull();
  });
});
