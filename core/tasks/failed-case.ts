import { assertNever } from '../values/assert-never';
import { cutMiddle } from '../grading/cut-middle';
import type { FeedbackKind } from '../schemas/dialogue';
import type { TestOutcome } from '../schemas/verdict';

/** The first case that a program did not pass, as feedback tells it. What is not known, or there is none of, is null. */
export interface FailedCase {
  readonly kind: FeedbackKind;
  readonly input: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly error: string | null;
}

/** Of the base tests and of those added to them. null: passed, or there are none. */
export interface SuiteCases {
  readonly base: FailedCase | null;
  readonly plus: FailedCase | null;
}

/** What a test is about, as far as its text tells. */
export interface AskedCase {
  readonly input: string | null;
  readonly expected: string | null;
  /** null: a whole program. */
  readonly entryPoint: string | null;
  /** As the model gave it. */
  readonly program: string;
}

/** Of an input or an expected value, in characters, as the sandbox bounds what it tells. */
const maxPartChars = 1_000;

/** Of a program that was stopped nothing else is told: how far it came depends on the machine. */
export function failedCaseOf(outcome: TestOutcome, asked: AskedCase): FailedCase {
  const kind = kindOfCase(outcome, asked);
  const known = outcome.case ?? asked;
  const none = { input: null, expected: null, actual: null, error: null };
  if (kind === 'assertion') {
    return { ...none, kind, input: bounded(known.input), error: messageOf(outcome.error ?? '') };
  }
  if (kind !== 'wrong-output' && kind !== 'exception') return { ...none, kind };
  return {
    kind,
    input: bounded(known.input),
    expected: bounded(known.expected),
    actual: outcome.actual ?? null,
    error: outcome.actual === undefined ? (outcome.error ?? null) : null,
  };
}

function bounded(text: string | null): string | null {
  return text === null ? null : cutMiddle(text, maxPartChars);
}

function kindOfCase(outcome: TestOutcome, asked: AskedCase): FeedbackKind {
  switch (outcome.kind) {
    case 'passed':
    case 'no-program':
      return outcome.kind;
    case 'failed':
      return lacksEntryPoint(asked) ? 'missing-entry' : 'wrong-output';
    case 'raised':
      return kindOfRaised(outcome.error ?? '', asked);
    case 'timed-out':
      return 'timeout';
    case 'memory-limit':
      return 'memory';
    case 'output-limit':
      return 'output';
    case 'exited-early':
    case 'killed-by-signal':
      return 'crash';
    default:
      return assertNever(outcome.kind);
  }
}

/** Where the prompt is put before a program, its stub is there in the program's place, and answers None. */
function lacksEntryPoint({ entryPoint, program }: AskedCase): boolean {
  if (entryPoint === null) return false;
  return !new RegExp(String.raw`(?<![\p{L}\p{N}_])${entryPoint}(?![\p{L}\p{N}_])`, 'u').test(
    program,
  );
}

/** An error without lines of the program's was raised by the test, which names the entry point. */
function kindOfRaised(error: string, { entryPoint }: AskedCase): FeedbackKind {
  if (entryPoint !== null && error === `NameError: name '${entryPoint}' is not defined`) {
    return 'missing-entry';
  }
  return /^AssertionError(?:: |\n|$)/.test(error) ? 'assertion' : 'exception';
}

/** Without its type, and the program's lines below it. */
function messageOf(error: string): string {
  return error
    .replace(/(?:\n {2}(?:line \d+, in .*|… \d+ more calls …))+$/, '')
    .replace(/^AssertionError(?:: )?/, '');
}
