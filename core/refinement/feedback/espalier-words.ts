import { plainText } from '../../words/plain-text';
import { quoteAsData } from '../../words/quote-as-data';
import { cutMiddle } from '../../grading/cut-middle';
import { fitError, fitValue } from '../../grading/fit-words';
import type { FailedCase } from '../../tasks/failed-case';
import { definedNames, definesInside } from './defined-names';
import type { FeedbackWords } from './feedback-words';
import { assertionError, raisedError } from './raised-error';
import type { RaisedFrame } from './raised-error';
import { programLine } from './program-line';
import type { ExecutedProgram } from './program-line';

/** Each part has a bound of its own, so that none can crowd another out. In characters. */
const most = { input: 800, expected: 500, actual: 600, message: 600, line: 120, names: 300 };
/** Longer texts are cut before they are searched for what must be hidden. */
const mostSearched = 20_000;

/** Our words: everything that a program or a test gave is quoted, long parts keep head and tail. */
export const espalierWords: FeedbackWords = {
  passed: () => 'The program passes every test that it was run on.',
  loads: (_, { entryPoint }) =>
    entryPoint === null
      ? 'The program is valid Python. There were no tests to run it on.'
      : `The program loads and defines \`${entryPoint}\`. There were no tests to run it on.`,
  'wrong-output': (failed, program) =>
    told(
      'The program ran, but what it gave is not what is expected.',
      failed,
      failed.actual === null ? testWords(failed, program) : '',
    ),
  exception: (failed, program) =>
    told('The program raised an exception.', failed, raised(failed, program)),
  assertion: (failed, program) =>
    told(
      'The program stopped itself: an assertion in its own code does not hold.',
      failed,
      raised({ ...failed, error: assertionError(failed.error) }, program),
    ),
  'missing-entry': (_, program) => missingEntry(program),
  timeout: (failed) => told('The program was stopped: it took longer than the time limit.', failed),
  memory: (failed, program) =>
    told(
      'The program was stopped: it used more memory than it may have.',
      failed,
      raised(failed, program),
    ),
  output: (failed) => told('The program was stopped: it wrote more output than it may.', failed),
  crash: (failed) =>
    told('The program ended its own process, or crashed, before it had given an answer.', failed),
  'no-program': () => 'The reply holds no Python program, so nothing was run.',
};

function told(headline: string, { input, expected, actual }: FailedCase, error = ''): string {
  return [
    headline,
    ...(error === '' ? [] : [quoteAsData(error)]),
    // A test of another form than `assert f(x) == y` is told whole.
    ...part(
      expected === null && input?.startsWith('assert') ? 'Test:' : 'Input:',
      input,
      most.input,
    ),
    ...part('Expected:', expected, most.expected),
    ...part('The program gave:', actual === null ? null : fitValue(searched(actual)), most.actual),
  ].join('\n\n');
}

function part(name: string, text: string | null, chars: number): readonly string[] {
  if (text === null) return [];
  const shown = cutMiddle(plainText(searched(text)).trimEnd(), chars);
  return [`${name}\n${shown === '' ? '(nothing)' : quoteAsData(shown)}`];
}

/** The exception's line and the candidate's own calls, each bounded by itself; empty when nothing is known. */
function raised({ error }: FailedCase, program: ExecutedProgram): string {
  if (error === null || error.trim() === '') return '';
  const { type, message, frames, brokenLine } = raisedError(error);
  const words = cutMiddle(fitError(searched(message)).trim(), most.message);
  const first = [type, words].filter((text) => text !== '').join(': ');
  const lines =
    brokenLine === null
      ? frames.map((frame) => frameLine(frame, program))
      : [placeLine(brokenLine, '', program)];
  return [first, ...lines].join('\n');
}

/** Of a test that shows no value: what it says itself. */
function testWords(failed: FailedCase, program: ExecutedProgram): string {
  const words = raised(failed, program);
  return words === 'AssertionError' ? '' : words;
}

function frameLine(frame: RaisedFrame, program: ExecutedProgram): string {
  return frame.kind === 'left-out'
    ? `  … ${String(frame.calls)} more calls …`
    : placeLine(frame.line, `, in ${clipped(frame.inside)}`, program);
}

function placeLine(line: number, inside: string, program: ExecutedProgram): string {
  const { of, number, source } = programLine(program, line);
  const where = of === 'program' ? '' : ' of the given code';
  return `  line ${String(number)}${where}${inside}: ${clipped(source)}`.trimEnd();
}

function missingEntry({ entryPoint, program }: ExecutedProgram): string {
  const name = entryPoint ?? 'what is asked for';
  const names = definedNames(program);
  const defined =
    names.length === 0
      ? 'It defines nothing at its top level.'
      : `At its top level it defines: ${cutMiddle(names.map((one) => `\`${one}\``).join(', '), most.names)}.`;
  const nested =
    entryPoint !== null && definesInside(program, entryPoint)
      ? [`The \`${entryPoint}\` inside a class or another function does not count.`]
      : [];
  return [
    `The program was loaded, but there is no \`${name}\` in it to call.`,
    defined,
    ...nested,
    `Define \`${name}\` at the top level, under exactly this name.`,
  ].join(' ');
}

const searched = (text: string): string => cutMiddle(text, mostSearched);
const clipped = (text: string): string => cutMiddle(plainText(text), most.line);
