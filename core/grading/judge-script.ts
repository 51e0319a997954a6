import { plainText } from '../words/plain-text';
import { assertNever } from '../values/assert-never';
import { EspalierError, exitCodes } from '../errors/errors';
import type { Manner } from '../adapters/sandbox';
import type { ScriptEnd, ScriptResult, TestOutcome } from '../schemas/verdict';
import { compareOutput } from './compare-output';
import type { OutputDifference, OutputRule } from './compare-output';
import { cutMiddle } from './cut-middle';
import { fitError } from './fit-words';

export interface ExpectedOutput {
  readonly stdout: string;
  /** Default `lines`. */
  readonly rule?: OutputRule;
}

/** Maximum stored bytes of an output. A longer output cannot be compared. */
export const keptOutputBytes = 64 * 1024;
const maxActualChars = 1_000;
const maxErrorChars = 500;
const maxQuotedChars = 120;

/** A test expects more output than is stored of a program, so there can be no verdict. */
export class ExpectedOutputTooLongError extends EspalierError {
  constructor(readonly chars: number) {
    super(`an expected output of ${String(chars)} characters cannot be compared`, {
      code: 'EXPECTED_OUTPUT_TOO_LONG',
      remedy: `Leave the test out: at most ${String(keptOutputBytes)} bytes of a program's output are kept`,
      exitCode: exitCodes.usage,
    });
  }
}

/**
 * The end comes first: correct output of a program that was stopped, or left with a status other than 0, does not pass.
 * `exit(0)` is normal. A cut output fails if a shorter one is expected. @param expected null, or the rule `custom`: any
 * output is right here @param manner of the tool that it was run as @throws ExpectedOutputTooLongError when the output was
 * cut and the expected output is as long
 */
export function judgeScript(
  result: ScriptResult,
  expected: ExpectedOutput | null,
  manner?: Manner,
): TestOutcome {
  const { provenance, detail, cpuMs, timeSensitive } = result;
  return {
    ...(manner === undefined ? wordsOf(result, expected) : wordsInManner(result, expected, manner)),
    assurance: provenance.assurance,
    ...(detail === undefined ? {} : { detail }),
    cpuMs,
    timeSensitive,
  };
}

type Words = Pick<TestOutcome, 'kind' | 'error' | 'actual'>;

/** Errors have status 1. Any other status is a program that exited before its output could be taken. */
function wordsInManner(
  result: ScriptResult,
  expected: ExpectedOutput | null,
  { finished }: Manner,
): Words {
  const { end } = result;
  if (end.kind !== 'exited' || end.code === 1) return wordsOf(result, expected);
  if (end.code !== finished) return { kind: 'exited-early' };
  return wordsOf({ ...result, end: { ...end, code: 0 } }, expected);
}

function wordsOf(result: ScriptResult, expected: ExpectedOutput | null): Words {
  const { end } = result;
  switch (end.kind) {
    case 'exited':
      if (end.code !== 0) return { kind: 'raised', error: lastWords(result, end) };
      return expected === null ? { kind: 'passed' } : comparison(result, expected);
    case 'timed-out':
    case 'memory-limit':
    case 'output-limit':
      return { kind: end.kind };
    case 'killed-by-signal':
      return { kind: end.kind, error: `The program was ended by ${plainText(end.signal)}.` };
    default:
      return assertNever(end);
  }
}

function comparison({ stdout }: ScriptResult, expected: ExpectedOutput): Words {
  const actual = cutMiddle(plainText(stdout.text), maxActualChars);
  if (stdout.truncated) {
    if (utf8Bytes(expected.stdout) > keptOutputBytes) {
      throw new ExpectedOutputTooLongError(expected.stdout.length);
    }
    const error = `The program printed ${String(stdout.bytes)} bytes, far more than expected.`;
    return { kind: 'failed', error, actual };
  }
  if (expected.rule?.kind === 'custom') return { kind: 'passed' };
  const difference = compareOutput(expected.stdout, stdout.text, expected.rule);
  return difference === null
    ? { kind: 'passed' }
    : { kind: 'failed', error: differenceText(difference), actual };
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function differenceText({ unit, place, expected, actual }: OutputDifference): string {
  const quoted = (text: string | null): string =>
    text === null ? 'nothing more' : plainText(JSON.stringify(cutMiddle(text, maxQuotedChars)));
  return `The output differs at ${unit} ${String(place)}: expected ${quoted(expected)}, got ${quoted(actual)}.`;
}

/** The last line of a traceback names the exception. */
function lastWords(
  { stderr }: ScriptResult,
  { code }: Extract<ScriptEnd, { kind: 'exited' }>,
): string {
  const last = plainText(stderr.text)
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');
  return last === undefined
    ? `The program exited with status ${String(code)}.`
    : fitError(cutMiddle(last, maxErrorChars));
}
