import type { PatchRun } from '../../core/adapters/sandbox';
import { noTask } from '../../core/kinds/task/row';
import type { TaskOutcome } from '../../core/kinds/task/schema';
import type { MadeTaskReason } from '../../core/names/made-task-reasons';
import { logParser } from '../../core/patches/logs/log-parsers';
import { chooseTests } from '../../core/patches/make/choose-tests';
import { testFilesOf } from '../../core/patches/test-directives';
import type { TestStatuses } from '../../core/patches/logs/test-status';
import { leakedLine } from '../../core/patches/make/statement';
import { taskRowText } from '../../core/patches/make/task-row-text';
import { TaskEnvironmentError } from '../../core/patches/task-environment-error';
import type { AttemptKey } from '../../core/ports/records';
import type { AttemptSummary } from '../../core/ports/work';
import type { RunConfig } from '../../core/schemas/run';
import type { TestRunner } from '../../core/schemas/patch-task';
import { TaskCandidate } from '../../core/schemas/task-candidate';
import type { TestOutcome } from '../../core/schemas/verdict';
import type { PatchCheck } from '../../core/grading/check';
import { judgePatch } from '../../core/tasks/patch/judge-patch';
import { hiddenCheck } from '../../core/tasks/patch/patch';
import type { PatchHidden, PatchProblem } from '../../core/tasks/patch/patch';
import type { ActivityDependencies } from '../dependencies';
import type { AttemptContexts } from '../work/attempt-contexts';
import type { DurableContext } from '../work/durable';
import { plantBug } from './plant-bug';
import { testFilesIn } from './test-files-in';
import { measuredRun } from './measured-run';

export interface TaskParts {
  readonly dependencies: Pick<
    ActivityDependencies,
    'store' | 'sandbox' | 'repositories' | 'taskEnvironments'
  >;
  readonly contexts: AttemptContexts;
}

export interface CandidateToMake {
  readonly attempt: AttemptKey;
  readonly position: number;
  readonly context: DurableContext;
}

/** The parser of logs of pytest: other runners are not measured. */
const parser = 'pytest';
const runner: TestRunner = {
  kind: 'pytest',
  // A repository may ask for colours in its configuration, and the parser reads plain words.
  arguments: ['-rA', '--color=no'],
  environment: {},
};

class Rejected extends Error {
  constructor(
    readonly reason: MadeTaskReason,
    readonly why: string,
    readonly counts: Partial<TaskOutcome> = {},
  ) {
    super(why);
  }
}

/**
 * Runs the tests of a candidate k times without its change and k times with it, and writes its row if it passes the gate (SWE-bench,
 * validation of instances). Each run is stored as it ends: a retry continues after the last.
 * @throws errors of the sandbox
 */
export async function makeTask(
  parts: TaskParts,
  { attempt, position, context }: CandidateToMake,
): Promise<AttemptSummary> {
  const { store } = parts.dependencies;
  const { status, result } = await store.runs.beginAttempt(attempt, position);
  if (status === 'completed' && result !== null) return { status, solved: result.solved };
  const config = await parts.contexts.configOf(attempt.run, 'task');
  const candidate = TaskCandidate.parse(
    JSON.parse(await store.blobs.get(config.task.candidates[attempt.problem] ?? '')),
  );
  let outcome: TaskOutcome;
  try {
    outcome = await made(parts, { candidate, config, context });
  } catch (error) {
    if (error instanceof TaskEnvironmentError) {
      outcome = rejected(new Rejected('no-environment', error.message));
    } else if (error instanceof Rejected) outcome = rejected(error);
    else throw error;
  }
  await store.runs.finishAttempt(attempt, {
    ...{ status: 'completed', outcome, graded: [], verdict: null, solved: false },
    ...{ cause: null, provenance: null },
  });
  return { status: 'completed', solved: false };
}

function rejected({ reason, why, counts }: Rejected): TaskOutcome {
  return { ...noTask, ...counts, rejected: { reason, why } };
}

interface Candidate {
  readonly candidate: TaskCandidate;
  readonly config: Pick<RunConfig, 'limits' | 'seed' | 'fresh'> & {
    readonly task: { readonly times: number };
  };
  readonly context: DurableContext;
}

/** A candidate whose change is known. */
interface Changed extends Candidate {
  /** Passing tests of the repository, where no patch brings the tests. */
  readonly tests: readonly string[];
  /** Wall time of a run of the tests. null: what every task has. */
  readonly mostMs: number | null;
}

/** @throws Rejected, TaskEnvironmentError, errors of the sandbox */
async function made(parts: TaskParts, asked: Candidate): Promise<TaskOutcome> {
  const { statement } = asked.candidate;
  if (statement === '') throw new Rejected('no-statement', 'the change says nothing of itself');
  const of = await changed(parts, asked);
  const { candidate, config, context } = of;
  const leak = leakedLine(statement, candidate.goldPatch);
  if (leak !== null)
    throw new Rejected('leak', `the statement holds a line of the change: ${leak}`);
  const runs: Record<'before' | 'after', PatchRun[]> = { before: [], after: [] };
  for (let time = 0; time < config.task.times; time += 1) {
    for (const side of ['before', 'after'] as const) {
      const check = checkOf(of, side === 'before' ? '' : candidate.goldPatch);
      runs[side].push(
        await measuredRun(parts.dependencies, {
          ...{ check, time, fresh: config.fresh, signal: context.signal },
        }),
      );
      context.beat({ measured: runs.before.length + runs.after.length, of: 2 * config.task.times });
    }
  }
  requireRuns([...runs.before, ...runs.after]);
  const chosen = chooseTests({
    before: runs.before.map(statusesOf),
    after: runs.after.map(statusesOf),
  });
  const { failToPass, passToPass } = chosen;
  const counts = {
    failToPass: failToPass.length,
    passToPass: passToPass.length,
    flaky: [...chosen.flaky],
  };
  if (failToPass.length === 0) {
    const why = `no test fails before the change and passes after it in all ${String(config.task.times)} runs`;
    throw new Rejected(chosen.flaky.length > 0 ? 'flaky' : 'nothing-fails-before', why, counts);
  }
  const gold = { failToPass, passToPass };
  const judged = { gold, parser, evalType: 'pass-and-fail', rules: 'strict' } as const;
  const verdicts = (side: readonly PatchRun[], patch: string): readonly TestOutcome[] =>
    side.flatMap((run) => judgePatch({ ...checkOf(of, patch), judged }, run));
  const failing = verdicts(runs.after, candidate.goldPatch).find(({ kind }) => kind !== 'passed');
  if (failing !== undefined)
    throw new Rejected('gold-fails', failing.error ?? failing.kind, counts);
  if (verdicts(runs.before, '').some(({ kind }) => kind === 'passed')) {
    throw new Rejected('no-op-passes', 'the tests pass without the change', counts);
  }
  const row = await parts.dependencies.store.blobs.put(
    taskRowText(candidate, { ...chosen, parser, runner }),
  );
  return { ...noTask, ...counts, row };
}

/** The change of a commit, or a bug that is planted now. @throws Rejected, TaskEnvironmentError, errors of the sandbox */
async function changed({ dependencies }: TaskParts, of: Candidate): Promise<Changed> {
  const { bug, source } = of.candidate;
  const whole = { ...of, tests: [], mostMs: null };
  if (bug === undefined) return whole;
  const { signal } = of.context;
  const suiteOf = (tests: readonly string[]) =>
    measuredRun(dependencies, {
      ...{ check: checkOf({ ...whole, tests }, ''), time: 0, fresh: of.config.fresh, signal },
    });
  const files = await testFilesIn(dependencies, source, signal);
  if (files.length === 0) throw new Rejected('tests-do-not-run', 'the repository has no tests');
  let suite = await suiteOf(files);
  // A file that cannot be imported keeps pytest from running all others.
  const broken = new Set([...statusesOf(suite).keys()].filter((test) => !test.includes('::')));
  const others = files.filter((file) => !broken.has(file));
  if (broken.size > 0 && others.length > 0) suite = await suiteOf(others);
  requireRuns([suite]);
  const tests = [...statusesOf(suite)].flatMap(([test, status]) =>
    status === 'PASSED' ? [test] : [],
  );
  if (testFilesOf(tests).length === 0) {
    throw new Rejected('tests-do-not-run', 'the repository has no test that passes');
  }
  const planted = await plantBug(dependencies, { ...of.candidate, source, bug }, signal);
  if (typeof planted === 'string') throw new Rejected('no-bug', planted);
  // A bug may turn a loop endless: its tests get some times as long as those of the repository.
  return { ...of, candidate: planted, tests, mostMs: leastMs + patience * Math.ceil(suite.cpuMs) };
}

const leastMs = 60_000;
const patience = 10;

const statusesOf = (run: PatchRun): TestStatuses => logParser(parser)(run.runs[0]?.log ?? '');

/** @throws Rejected if some run has no result to read */
function requireRuns(runs: readonly PatchRun[]): void {
  for (const run of runs) {
    if (run.applied === null) {
      throw new Rejected('patch-does-not-apply', run.tried.at(-1)?.said.slice(-300) ?? '');
    }
    const [tests] = run.runs;
    if (tests === undefined || tests === null)
      throw new Rejected('tests-do-not-run', 'no test ran');
    if (tests.timedOut) throw new Rejected('tests-do-not-run', 'the tests ran out of time');
    if (tests.stopped !== undefined)
      throw new Rejected('tests-do-not-run', `a limit ended the tests: ${tests.stopped}`);
    const [trouble] = tests.trouble;
    if (trouble !== undefined) throw new Rejected('tests-do-not-run', trouble);
  }
  const read = runs.some((run) => statusesOf(run).size > 0);
  if (!read) throw new Rejected('tests-do-not-run', runs[0]?.runs[0]?.log.slice(-500) ?? '');
}

function checkOf({ candidate, config, tests, mostMs }: Changed, patch: string): PatchCheck {
  const { id, source, statement, testPatch } = candidate;
  const problem: PatchProblem = {
    ...{ kind: 'patch', id, dataset: 'made', statement, source, runner },
    ...{ context: '', visibleTests: [] },
  };
  // What decides is found by these runs.
  const hidden: PatchHidden = {
    ...{ kind: 'patch', testPatch, failToPass: [], passToPass: [...tests] },
    ...{ logParser: parser, evalType: 'pass-and-fail' },
  };
  const terms = { limits: config.limits.hidden, seed: config.seed, assurance: 'data' } as const;
  const check = hiddenCheck({ problem, hidden }, patch, terms);
  if (mostMs === null) return check;
  const { limits } = check.task;
  const wallMs = Math.min(limits.wallMs, mostMs);
  return { ...check, task: { ...check.task, limits: { ...limits, wallMs } } };
}
