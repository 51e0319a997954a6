import { joinedProvenance } from '../core/grading/sum-fresh-cells';
import type { Sandbox, SandboxRunOptions } from '../core/adapters/sandbox';
import type { CheckResult, TestOutcome, VerdictKind } from '../core/schemas/verdict';
import { aloneCheck } from '../core/grading/check';
import type { Check } from '../core/grading/check';
import { runCheck } from '../core/tasks/run-check';

/** Verdicts that a busy machine alone may cause: a second run decides. */
const stopped: readonly VerdictKind[] = ['timed-out', 'memory-limit'];
/** What a second run has to confirm before anybody remembers it. */
const doubtful: readonly VerdictKind[] = [...stopped, 'killed-by-signal'];

export interface CheckedTwice {
  readonly result: CheckResult;
  /** Fit for a cache: nothing in it was doubtful, or a second run, alone, gave every test the same verdict. */
  readonly settled: boolean;
}

/** The mark of a case that its time ran out for. */
const late = 't';

/** Any test, or case of one, was stopped or killed: a second run is due, with nothing else of this worker's. */
export function isDoubtful(result: Pick<CheckResult, 'outcomes'>): boolean {
  return result.outcomes.some(
    ({ kind, marks }) => doubtful.includes(kind) || marks?.includes(late),
  );
}

const isStopped = ({ kind }: TestOutcome): boolean => stopped.includes(kind);

/** One that was stopped first and passed alone depends on the load; how far a stopped test came says nothing. */
function agrees(first: CheckResult, second: CheckResult): boolean {
  const verdicts = ({ outcomes }: CheckResult): string =>
    outcomes.map((one) => (isStopped(one) ? one.kind : `${one.kind} ${one.marks ?? ''}`)).join();
  return verdicts(first) === verdicts(second);
}

/**
 * Checks again, alone, when a test was stopped or killed; the second result stands for what was stopped. A reached verdict is
 * not asked for again, nor one of a program that a signal ended: no machine does that, and a program could throw its dice
 * twice. A first stop stays on record as time-sensitive. Throws what `sandbox` throws.
 */
export async function checkTwice(
  sandbox: Sandbox,
  check: Check,
  options?: SandboxRunOptions,
): Promise<CheckedTwice> {
  const first = await runCheck(sandbox, check, options);
  if (!isDoubtful(first)) return { result: first, settled: true };
  return secondOpinion(first, await runCheck(sandbox, aloneCheck(check), options));
}

/** What stands after a doubtful first run and a second one, `alone`. */
export function secondOpinion(first: CheckResult, second: CheckResult): CheckedTwice {
  return { result: merged(first, second), settled: agrees(first, second) };
}

/** A test that was stopped in either run is time-sensitive, whatever the other run said. */
function merged(first: CheckResult, second: CheckResult): CheckResult {
  const outcomes = second.outcomes.map((outcome, index) => {
    const before = first.outcomes[index];
    return {
      ...(before === undefined || isStopped(before) ? outcome : withLateCases(before, outcome)),
      timeSensitive: outcome.timeSensitive || before?.timeSensitive === true,
    };
  });
  return { outcomes, provenance: joinedProvenance(second.provenance, [first.provenance]) };
}

/** The first outcome, but of its late cases what the second run says. */
function withLateCases(before: TestOutcome, outcome: TestOutcome): TestOutcome {
  const { marks } = before;
  if (marks === undefined) return before;
  const again = [...marks].map((mark, at) =>
    mark === late ? (outcome.marks?.[at] ?? mark) : mark,
  );
  return { ...before, marks: again.join('') };
}
