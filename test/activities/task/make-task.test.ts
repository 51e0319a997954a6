import type { PatchRun, PatchTask, Sandbox } from '../../../core/adapters/sandbox';
import { TaskEnvironmentError } from '../../../core/patches/task-environment-error';
import type { TaskOutcome } from '../../../core/kinds/task/schema';
import type { RunConfig } from '../../../core/schemas/run';
import { asJson } from '../../../core/values/canonical-json';
import { SandboxUnavailableError } from '../../../sandbox';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { endRuntime, quietRuntime } from '../../workflows/support/quiet-runtime';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';
import { activitiesUnderTest } from '../activities-under-test';

beforeAll(quietRuntime);
afterAll(endRuntime);

type Statuses = Readonly<Record<string, string>>;

const candidate = {
  id: 'P/0',
  source: {
    ...{ repository: 'o/r', address: '/clones/r', commit: 'b'.repeat(40), until: '2024-05-01' },
    ...{ python: null, requirements: [], image: null },
  },
  goldPatch: 'diff --git a/core.py b/core.py\n+    return round_half_to_even(value)\n',
  testPatch: 'diff --git a/test_core.py b/test_core.py\n',
  statement: 'Round half to even.\n',
  createdAt: '2024-05-01',
  madeOf: 'commit c',
};

/** A run of tests, as the log and the reporter say. */
function ran(statuses: Statuses, changes: Partial<PatchRun> = {}): PatchRun {
  const log = Object.entries(statuses).map(([test, status]) => `${status} ${test}\n`);
  const failed = Object.values(statuses).includes('FAILED');
  const tests = { exit: failed ? 1 : 0, timedOut: false, statuses, trouble: [], log: log.join('') };
  return {
    ...{ applied: 'git apply', tried: [], changed: [], removed: [], dropped: [] },
    ...{ runs: [tests], logs: ['0'.repeat(64)], cpuMs: 1, timeSensitive: false },
    provenance: {
      ...{ provider: 'in-process', assurance: 'data', guestHash: 'g', python: '3.11.2', seed: 0 },
      limits: scriptedRunConfig().limits.hidden,
    },
    ...changes,
  };
}

type Answer = (task: PatchTask, nth: number) => Promise<PatchRun>;

async function made(answer: Answer, changes: Partial<typeof candidate> = {}, times = 2) {
  const store = createMemoryStore();
  const stored = await store.blobs.put(JSON.stringify({ ...candidate, ...changes }));
  let asked = 0;
  const sandbox: Sandbox = {
    ...createScriptedSandbox({}),
    patch: (task) => {
      asked += 1;
      return answer(task, asked);
    },
  };
  const config = {
    kind: 'task',
    method: 'make-tasks',
    problems: ['P/0'],
    task: { candidates: { 'P/0': stored }, times, passedOver: {} },
  } satisfies Partial<RunConfig>;
  const under = await activitiesUnderTest({ store, sandbox, config });
  const run = () =>
    under.run('makeTaskOf', { attempt: { run: 'r', problem: 'P/0', sample: 0 }, position: 0 });
  const outcome = async (): Promise<TaskOutcome> => {
    const [attempt] = await store.runs.attempts('r');
    if (attempt?.result?.outcome.kind !== 'task') throw new Error('no outcome');
    return attempt.result.outcome;
  };
  return { run, outcome, store, asked: () => asked };
}

const bySide =
  (before: Statuses, after: Statuses): Answer =>
  ({ patch }) =>
    Promise.resolve(ran(patch === '' ? before : after));

const fails = { 'test_core.py::test_half': 'FAILED', 'test_core.py::test_old': 'PASSED' };
const passes = { 'test_core.py::test_half': 'PASSED', 'test_core.py::test_old': 'PASSED' };

describe('a task that is made of a commit', () => {
  it('is a row of SWE-bench with the tests that the change makes pass, and those that it keeps', async () => {
    const { run, outcome, store, asked } = await made(bySide(fails, passes));
    expect(await run()).toEqual({ status: 'completed', solved: false });
    const { row, rejected, failToPass, passToPass } = await outcome();
    expect([rejected, failToPass, passToPass, asked()]).toEqual([null, 1, 1, 4]);
    expect(JSON.parse(await store.blobs.get(row ?? ''))).toMatchObject({
      ...{ instance_id: 'P/0', repo: 'o/r', base_commit: 'b'.repeat(40) },
      FAIL_TO_PASS: '["test_core.py::test_half"]',
      PASS_TO_PASS: '["test_core.py::test_old"]',
      // The parser reads plain words, whatever the repository asks for.
      runner: { kind: 'pytest', arguments: ['-rA', '--color=no'] },
    });
  });

  it('is made once: what has ended is read back', async () => {
    const { run, asked } = await made(bySide(fails, passes));
    await run();
    await run();
    expect(asked()).toBe(4);
  });

  it('goes on after the runs that had ended when the worker broke off', async () => {
    const { run, outcome, asked } = await made((task, nth) =>
      nth === 3
        ? Promise.reject(new SandboxUnavailableError('none', 'wait'))
        : bySide(fails, passes)(task, nth),
    );
    await expect(run()).rejects.toThrow();
    await run();
    expect(asked()).toBe(5);
    expect((await outcome()).rejected).toBeNull();
  });

  it.each<[string, Answer, Partial<typeof candidate>]>([
    ['no-statement', bySide(fails, passes), { statement: '' }],
    ['leak', bySide(fails, passes), { statement: 'Do return round_half_to_even(value)' }],
    ['nothing-fails-before', bySide(passes, passes), {}],
    [
      'flaky',
      ({ patch }, nth) => Promise.resolve(ran(patch !== '' && nth > 2 ? passes : fails)),
      {},
    ],
    ['tests-do-not-run', bySide({}, {}), {}],
    [
      'patch-does-not-apply',
      () => Promise.resolve(ran({}, { applied: null, runs: [], logs: [] })),
      {},
    ],
    [
      'no-environment',
      () => Promise.reject(new TaskEnvironmentError('needs-python', '3.6', 'Install it')),
      {},
    ],
    [
      'gold-fails',
      ({ patch }) => {
        const run = ran(patch === '' ? fails : passes);
        const runs = run.runs.map((one) => one && { ...one, statuses: fails });
        return Promise.resolve(patch === '' ? run : { ...run, runs });
      },
      {},
    ],
  ])('is rejected as %s', async (reason, answer, changes) => {
    const { run, outcome } = await made(answer, changes);
    expect(await run()).toEqual({ status: 'completed', solved: false });
    expect(asJson(await outcome())).toMatchObject({ rejected: { reason }, row: null });
  });

  it('names the flaky tests that are in neither list', async () => {
    const flaky = (nth: number) => ({
      'test_core.py::test_net': nth % 4 < 2 ? 'PASSED' : 'FAILED',
    });
    const { run, outcome } = await made(({ patch }, nth) =>
      Promise.resolve(ran({ ...(patch === '' ? fails : passes), ...flaky(nth) })),
    );
    await run();
    expect(await outcome()).toMatchObject({
      ...{ rejected: null, failToPass: 1, passToPass: 1 },
      flaky: ['test_core.py::test_net'],
    });
  });
});
