import { assertNever } from '../values/assert-never';
import { joinedProvenance } from '../grading/sum-fresh-cells';
import { cutMiddle } from '../grading/cut-middle';
import { judgeScript } from '../grading/judge-script';
import { wholeOutcome } from '../grading/whole-outcome';
import type { Sandbox, SandboxRunOptions } from '../adapters/sandbox';
import type { CheckResult, Provenance, ScriptResult, TestOutcome } from '../schemas/verdict';
import { EspalierError } from '../errors/errors';
import { askChecker } from './custom-checker';
import type { Check, HarnessCheck, PatchCheck, ScriptCheck } from '../grading/check';
import { judgeHarness } from './harness/judge-harness';
import { judgePatch, resolvesIfHonest } from './patch/judge-patch';

/** So long a program may run through the tests of one check, whatever each test allows it (20 min). */
const mostScriptMs = 20 * 60 * 1000;
/** Of a test's input and of its output, in what is told of the test that failed. */
const maxCaseChars = 1_000;

/** Runs a check of any kind. Throws what the sandbox throws; a program's doing is data. */
export function runCheck(
  sandbox: Sandbox,
  check: Check,
  options?: SandboxRunOptions,
): Promise<CheckResult> {
  switch (check.kind) {
    case 'function':
      return sandbox.check(check.task, options);
    case 'script':
      return runScript(sandbox, check, options);
    case 'harness':
      return runHarness(sandbox, check, options);
    case 'patch':
      return runPatch(sandbox, check, options);
    default:
      return assertNever(check);
  }
}

/** A function of a repository cannot be checked where no cell holds its repository. */
export class NoRepositoryCellsError extends EspalierError {
  constructor(environment: string) {
    super(`this sandbox has no cells for repositories, and ${environment} is one`, {
      code: 'NO_REPOSITORY_CELLS',
      remedy: 'Choose a sandbox backend that has them: espalier doctor says which',
    });
  }
}

/** @throws NoRepositoryCellsError */
async function runHarness(
  sandbox: Sandbox,
  check: HarnessCheck,
  options?: SandboxRunOptions,
): Promise<CheckResult> {
  if (sandbox.harness === undefined) throw new NoRepositoryCellsError(check.task.environment);
  const run = await sandbox.harness(check.task, options);
  return { outcomes: [...judgeHarness(check, run)], provenance: run.provenance };
}

/** @throws NoRepositoryCellsError, TaskEnvironmentError */
async function runPatch(
  sandbox: Sandbox,
  check: PatchCheck,
  options?: SandboxRunOptions,
): Promise<CheckResult> {
  if (sandbox.patch === undefined) throw new NoRepositoryCellsError(check.task.source.repository);
  const { judged } = check;
  const run = await sandbox.patch(check.task, {
    ...options,
    ...(judged !== null && { isWorthForging: (tests) => resolvesIfHonest(judged, tests) }),
  });
  return { outcomes: [...judgePatch(check, run)], provenance: run.provenance };
}

/**
 * @throws RangeError without tests; ExpectedOutputTooLongError for a test that no output can be compared with;
 * CheckerBrokenError when the data set's checker does not decide
 */
async function runScript(
  sandbox: Sandbox,
  { task, tests, outcomes: wanted, marked }: ScriptCheck,
  options?: SandboxRunOptions,
): Promise<CheckResult> {
  const outcomes: TestOutcome[] = [];
  const provenances: Provenance[] = [];
  let spentMs = 0;
  for (const { stdin, expected } of tests) {
    const result = await sandbox.run({ ...task, stdin }, options);
    provenances.push(result.provenance);
    // The clock counts half, so that only programs that sleep are ended by it.
    spentMs += Math.max(result.cpuMs, result.wallMs / 2);
    const judged = await judge(sandbox, { task, test: { stdin, expected }, result }, options);
    const outcome = spentMs > mostScriptMs ? stopped(judged) : judged;
    outcomes.push(outcome);
    const isLast = wanted === 'one' && marked !== 'all';
    if (outcome.kind !== 'passed' && (isLast || spentMs > mostScriptMs)) break;
  }
  const last = provenances.at(-1);
  if (last === undefined) throw new RangeError('a check of a script needs at least one test');
  const provenance = joinedProvenance(last, provenances.slice(0, -1));
  if (wanted === 'one') {
    const whole = withCase(outcomes, tests);
    const marks = marked === undefined ? {} : { marks: outcomes.map(markOf).join('') };
    return { outcomes: [{ ...whole, ...marks }], provenance };
  }
  return { outcomes: withUntried(outcomes, tests.length), provenance };
}

interface Ran {
  readonly task: ScriptCheck['task'];
  readonly test: ScriptCheck['tests'][number];
  readonly result: ScriptResult;
}

/** @throws CheckerBrokenError, and what the sandbox throws */
async function judge(
  sandbox: Sandbox,
  { task: { manner, seed }, test: { stdin, expected }, result }: Ran,
  options?: SandboxRunOptions,
): Promise<TestOutcome> {
  const judged = judgeScript(result, expected, manner);
  if (judged.kind !== 'passed' || expected?.rule?.kind !== 'custom') return judged;
  const asked = { checker: expected.rule.program, input: stdin, expected: expected.stdout };
  return askChecker(sandbox, { ...asked, result, judged, seed }, options);
}

const notPython = /^(?:SyntaxError|IndentationError|TabError)\b/;

function markOf({ kind, error = '' }: TestOutcome): string {
  if (kind === 'passed') return '1';
  if (kind === 'failed') return 'w';
  if (kind === 'timed-out') return 't';
  if (kind === 'exited-early' || kind === 'killed-by-signal') return 'x';
  return kind === 'raised' && notPython.test(error) ? 'c' : 'r';
}

function stopped({ assurance, cpuMs }: TestOutcome): TestOutcome {
  return { kind: 'timed-out', assurance, cpuMs, timeSensitive: true };
}

/** What all come to, and of which test: nobody else knows which one that was. */
function withCase(outcomes: readonly TestOutcome[], tests: ScriptCheck['tests']): TestOutcome {
  const whole = wholeOutcome(outcomes);
  const test = tests[outcomes.findIndex(({ kind }) => kind !== 'passed')];
  const answered = whole.kind === 'failed' || whole.kind === 'raised';
  if (!answered || test === undefined || test.expected === null) return whole;
  const input = cutMiddle(test.stdin, maxCaseChars);
  const expected = cutMiddle(test.expected.stdout, maxCaseChars);
  return { ...whole, case: { input, expected } };
}

/** Tests that a program had no time left for end as the one that took it. */
function withUntried(outcomes: readonly TestOutcome[], total: number): TestOutcome[] {
  const last = outcomes.at(-1);
  if (last === undefined) return [];
  const untried = Array.from({ length: total - outcomes.length }, () => ({ ...last, cpuMs: 0 }));
  return [...outcomes, ...untried];
}
