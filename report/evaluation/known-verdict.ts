import { suiteNames } from '../../core/names/suites';
import type { SuiteName } from '../../core/names/suites';
import { wholeOutcome } from '../../core/grading/whole-outcome';
import type { TestOutcome, VerdictKind } from '../../core/schemas/verdict';

/** What our records know of one sample beside a tool's words, as result files have it. */
export interface KnownVerdict {
  readonly verdict: VerdictKind;
  readonly assurance: string;
  /** Of all suites together, whole milliseconds. */
  readonly cpu_ms: number;
  /** Of a program that was ended by one. */
  readonly signal?: string;
  /** Our finer class of any other verdict. */
  readonly detail?: string;
  readonly error?: string;
  readonly first_fail?: FirstFail;
}

/** Values are Python's `repr`, bounded as in all records. */
interface FirstFail {
  readonly suite: SuiteName;
  /** Among the suite's cases, from 0; only where a profile had them marked. */
  readonly index?: number;
  readonly input?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** @param outcomes one per suite, the base first */
export function knownVerdict(outcomes: readonly TestOutcome[]): KnownVerdict {
  const { kind, assurance, detail, error, cpuMs } = wholeOutcome(outcomes);
  const ended = kind === 'killed-by-signal' ? 'signal' : 'detail';
  return {
    verdict: kind,
    assurance,
    cpu_ms: Math.round(cpuMs),
    ...(detail === undefined ? {} : { [ended]: detail }),
    ...(error === undefined ? {} : { error }),
    ...firstFail(outcomes),
  };
}

function firstFail(outcomes: readonly TestOutcome[]): Pick<KnownVerdict, 'first_fail'> {
  const place = outcomes.findIndex(({ kind }) => kind !== 'passed');
  const [suite, outcome] = [suiteNames[place], outcomes[place]];
  if (suite === undefined || outcome === undefined) return {};
  const { case: asked, actual } = outcome;
  const index = failedIndex(outcome);
  if (index === null && asked === undefined && actual === undefined) return {};
  return {
    first_fail: {
      suite,
      ...(index === null ? {} : { index }),
      ...asked,
      ...(actual === undefined ? {} : { actual }),
    },
  };
}

/** Of the first case that has another mark than a pass; null: none is marked so, or none is marked. */
export function failedIndex({ marks = '' }: Pick<TestOutcome, 'marks'>): number | null {
  const index = marks.search(/[^1]/u);
  return index < 0 ? null : index;
}
