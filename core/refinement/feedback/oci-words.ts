import type { FailedCase, SuiteCases } from '../../tasks/failed-case';
import type { FeedbackWords } from './feedback-words';
import { assertionError, raisedError } from './raised-error';
import type { RaisedError, RaisedFrame } from './raised-error';
import { programLine } from './program-line';
import type { ExecutedProgram } from './program-line';

/** Characters that a feedback is cut to, as Python counts them. */
const mostChars = 500;
/** Python's own. */
const mostRepeated = 3;
const wrongOutput = "The results aren't as expected.";

/**
 * The words of OpenCodeInterpreter's multi-turn evaluation, to the byte where its code fixes them, and its cut after 500
 * characters. Two defects are left out: an undefined name leaked the harness's own traceback, here it is a sentence; words of
 * more than 500 bytes in UTF-8 broke the harness, here they are cut. What the sandbox does not tell is missing: library
 * frames, and the caret of a syntax error other than a missing colon.
 */
export const ociWords: FeedbackWords = {
  passed: () => '',
  loads: () => '',
  'wrong-output': ({ input, expected, actual }) =>
    cut(
      [
        wrongOutput,
        `Input: ${input ?? ''}`,
        `Expected Output: ${expected ?? ''}`,
        `Actual Output: ${actual ?? ''}`,
      ].join('\n'),
    ),
  exception: (failed, program) => cut(traceback(failed, program)),
  assertion: ({ error }) => cut(raisedError(assertionError(error)).message),
  'missing-entry': (_, { entryPoint }) =>
    cut(
      `No function named ${entryPoint ?? ''} exists in your code. Please rename your function to ${entryPoint ?? ''}.`,
    ),
  timeout: () => 'Execution timed out.',
  // A MemoryError is an exception; a process that was killed for memory says nothing.
  memory: (failed, program) => (failed.error === null ? '' : cut(traceback(failed, program))),
  output: () => '',
  crash: () => '',
  'no-program': () => '',
};

/** Base tests first. If they found a wrong output and added tests failed as well, a line for each. */
export function ociSuitesWords({ base, plus }: SuiteCases, program: ExecutedProgram): string {
  const words = (failed: FailedCase): string => ociWords[failed.kind](failed, program);
  const added = plus === null ? '' : words(plus);
  if (base === null) return added;
  const first = words(base);
  return plus !== null && first.includes(wrongOutput) ? `${first}\n${added}` : first;
}

function cut(text: string): string {
  return [...text].slice(0, mostChars).join('');
}

/** As Python prints it of a program given as a text, whose lines it cannot show, from the program's first frame on. */
function traceback({ error }: FailedCase, program: ExecutedProgram): string {
  if (error === null) return '';
  const told = raisedError(error);
  const last = told.message === '' ? told.type : `${told.type}: ${told.message}`;
  const lines =
    told.brokenLine === null ? callLines(told.frames, program) : brokenLines(told, program);
  return [...lines, last].join('\n').trimStart();
}

const place = (line: number, program: ExecutedProgram): string =>
  `  File "<string>", line ${String(programLine(program, line).number)}`;

/** A call that repeats itself is printed three times and then counted. */
function callLines(frames: readonly RaisedFrame[], program: ExecutedProgram): readonly string[] {
  const runs: { readonly line: string; times: number }[] = [];
  frames.forEach((frame, index) => {
    const next = frames[index + 1];
    const run = runs.at(-1);
    const [line, times] =
      frame.kind === 'call'
        ? [callLine(frame, program), 1]
        : // Between calls that are the same, the ones left out were so too.
          next?.kind === 'call' && callLine(next, program) === run?.line
          ? [run.line, frame.calls]
          : [`  [${String(frame.calls)} more calls]`, 1];
    if (line === run?.line) run.times += times;
    else runs.push({ line, times });
  });
  return runs.flatMap(({ line, times }) => [
    ...Array<string>(Math.min(times, mostRepeated)).fill(line),
    ...repeated(times - mostRepeated),
  ]);
}

function repeated(more: number): readonly string[] {
  if (more <= 0) return [];
  return [`  [Previous line repeated ${String(more)} more time${more === 1 ? '' : 's'}]`];
}

function callLine(
  { line, inside }: RaisedFrame & { kind: 'call' },
  program: ExecutedProgram,
): string {
  return `${place(line, program)}, in ${inside}`;
}

function brokenLines(
  { brokenLine, message }: RaisedError,
  program: ExecutedProgram,
): readonly string[] {
  const { source } = programLine(program, brokenLine ?? 0);
  const atEnd = message === "expected ':'" && source !== '' && !source.includes('#');
  return [
    place(brokenLine ?? 0, program),
    ...(source === '' ? [] : [`    ${source}`]),
    ...(atEnd ? [`    ${' '.repeat([...source].length)}^`] : []),
  ];
}
