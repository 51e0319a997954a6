import type { AttemptResult, Store } from '../../../core/ports/records';
import type { RunConfig } from '../../../core/schemas/run';
import { scheduledNode } from '../../../core/search/expansion';
import { noOutcome } from '../../../core/kinds/search/outcome';
import { levelToTry } from '../../../core/tasks/level-of';
import { loadRun } from '../../../report/load-run';
import { openSandbox } from '../../../sandbox';
import type { CellSandbox } from '../../../sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { createStoreFolder, type StoreFolder } from '../../store/store-folder';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { activitiesUnderTest, attempt, firstExpansion } from '../activities-under-test';

interface Task {
  readonly entryPoint: string;
  readonly visibleTests: string[];
  readonly test: string;
  /** What solves it, by the search. */
  readonly program: string;
  readonly reference?: string;
}

const plain: Task = {
  entryPoint: 'double',
  visibleTests: ['assert double([1]) == [1, 1]'],
  test: 'assert double([1, 2]) == [1, 2, 1, 2]',
  program: 'def double(values):\n    return values + values\n',
  reference: 'def double(values):\n    return values * 2\n',
};
const generator: Task = {
  entryPoint: 'count',
  visibleTests: ['assert list(count(2)) == [0, 1]'],
  test: 'assert list(count(3)) == [0, 1, 2]',
  program: 'def count(limit):\n    for number in range(limit):\n        yield number\n',
  reference: 'def count(limit):\n    yield from range(limit)\n',
};
const printing: Task = {
  entryPoint: 'greet',
  visibleTests: [],
  test: `import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    greet('you')
assert out.getvalue() == 'hello you\\n'`,
  program: "def greet(name):\n    print(f'hello {name}')\n",
  reference: "def greet(name):\n    print('hello', name)\n",
};
const unreferenced: Task = {
  entryPoint: 'boxed',
  visibleTests: ['assert boxed(1).value == 1'],
  test: 'assert boxed(2).value == 2',
  program:
    'class Box:\n    def __init__(self, value):\n        self.value = value\n\n\n' +
    'def boxed(value):\n    return Box(value)\n',
};

beforeAll(quietRuntime);
afterAll(endRuntime);

describeWithSandbox('problems in a real sandbox, over a real store', () => {
  let sandbox: CellSandbox;
  let folder: StoreFolder;
  let store: Store;
  beforeAll(async () => {
    const stateLabel = `espalier-levels-${String(process.pid)}`;
    sandbox = await openSandbox({ backend: 'auto', slots: 2, stateLabel });
  });
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    folder = createStoreFolder();
    store = await folder.open();
  });
  afterEach(() => folder.dispose());

  /** What becomes of a search that finds the task's program at once, unless it is refused. */
  async function attempted(
    { program, reference, test, ...problem }: Task,
    config: Partial<RunConfig> = {},
  ): Promise<AttemptResult> {
    const under = await activitiesUnderTest({
      ...{ store, sandbox, config },
      problem: { ...problem, statement: 'Solve it.', preamble: '' },
      hidden: { test, ...(reference === undefined ? {} : { reference }) },
    });
    const { finished } = await under.run('beginSearch', { attempt, position: 0 });
    if (finished === null) {
      const sha256 = await store.blobs.put(program);
      const tried = { attempt, node: 'n0', program: sha256 };
      const visible = await under.run('runVisibleTests', tried);
      const node = { ...scheduledNode(firstExpansion()), program: sha256, visible };
      const outcome = { ...noOutcome, nodes: [node], answers: ['n0'], answer: 'n0' };
      await under.run('finishSearch', { attempt, outcome });
    }
    const result = (await store.runs.attempt(attempt))?.result;
    if (result === null || result === undefined) throw new Error('nothing is recorded');
    return result;
  }

  it('rest on data where the reference gives plain values', async () => {
    const result = await attempted(plain);
    expect(result).toMatchObject({
      ...{ solved: true, level: { level: 'data', by: 'reference' } },
      provenance: { assurance: 'data' },
    });
    expect(result.graded[0]?.outcome).not.toHaveProperty('handles');
  });

  it('rest on objects where the reference gives a generator, and say that a handle was used', async () => {
    const result = await attempted(generator);
    expect(result).toMatchObject({
      ...{ solved: true, level: { level: 'objects', by: 'reference' } },
      graded: [{ outcome: { kind: 'passed', assurance: 'objects', handles: true } }],
    });
  });

  it('are refused by a run that takes data alone, where the reference needs more', async () => {
    expect(await attempted(generator, { assurance: 'data' })).toMatchObject({
      ...{ status: 'unscored', level: { kind: 'refused' } },
      cause:
        'its reference passes only at `objects` (at `data`: What the program gave (a generator) is no data); ' +
        "this run's least level is `data`: --assurance-of P/0=objects, or --assurance objects for the whole run",
    });
  });

  it('are refused where the test can see what is printed only in one process, unless the run takes that', async () => {
    expect(await attempted(printing)).toMatchObject({
      ...{ status: 'unscored', verdict: null, provenance: null },
      cause: expect.stringMatching(
        /^its reference passes only at `shared` \(at `objects`: The test looks at its own process \(.*\), where/u,
      ) as string,
    });
    const { summary } = await loadRun(store, attempt.run);
    expect([summary.unscored, summary.bounds]).toEqual([1, [0, 1]]);
  });

  it('are graded in one process where the run takes that and the reference needs it', async () => {
    expect(await attempted(printing, { assurance: 'shared' })).toMatchObject({
      ...{ solved: true, level: { level: 'shared', by: 'reference' } },
      provenance: { assurance: 'shared' },
    });
  });

  it('are not checked where no reference says that objects are due: failed, open in the upper bound', async () => {
    const result = await attempted(unreferenced);
    expect(result).toMatchObject({
      ...{ status: 'completed', verdict: 'failed', level: { level: 'data', by: 'nobody' } },
      graded: [{ outcome: { kind: 'failed', assurance: 'data', detail: 'not-data' } }],
    });
    const { summary } = await loadRun(store, attempt.run);
    expect([summary.solved, summary.unchecked, summary.bounds]).toEqual([0, 1, [0, 1]]);
  });

  it('are named one process to be tried in where the test looks into its own', async () => {
    const { entryPoint, visibleTests, test, program } = printing;
    const { graded } = await attempted({ entryPoint, visibleTests, test, program });
    expect(graded[0]?.outcome).toMatchObject({ kind: 'failed', detail: 'not-data' });
    expect(graded.map(({ outcome }) => levelToTry(outcome))).toEqual(['shared']);
  });

  it('are checked at the level that a person names', async () => {
    const result = await attempted(unreferenced, { assuranceOf: { 'P/0': 'objects' } });
    expect(result).toMatchObject({
      ...{ solved: true, level: { level: 'objects', by: 'person' } },
      provenance: { assurance: 'objects' },
    });
  });
});
