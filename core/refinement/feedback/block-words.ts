import { assertNever } from '../../values/assert-never';
import { plainText } from '../../words/plain-text';
import { quoteAsData } from '../../words/quote-as-data';
import { boundLines } from '../../grading/bound-lines';
import { cutMiddle } from '../../grading/cut-middle';
import type { BlockResult, OutputPart } from '../../adapters/session';
import type { Artefact } from '../../schemas/dialogue';
import { artefactStub } from './artefact-stub';

/** What every message that tells of a block begins with (OpenCodeInterpreter's data and demo). */
export const executionResult = 'Execution result: \n';

/** Of a block in a session, what its words are made from. */
export interface ToldBlock extends Pick<BlockResult, 'end' | 'parts'> {
  /** Of `lost`. */
  readonly cause?: BlockResult['cause'];
  /** Wall clock that a block may take. */
  readonly blockMs: number;
  readonly artefacts: readonly Pick<Artefact, 'name' | 'mime' | 'bytes'>[];
  /** The session was rebuilt before this block. `different`: code of the blocks that gave another result than before. */
  readonly rebuilt: { readonly blocks: number; readonly different: readonly string[] } | null;
}

/** Bounds in characters. Errors have their own bounds, so that output always leaves room for them. */
const most = { output: 2_000, exception: 600, line: 200, code: 80 };
const mostErrorLines = 40;

/**
 * Output, quoted and in order; then errors; then files, and the fate of the session. Long output keeps head and tail. The
 * line of the exception and the frames of the block are always kept.
 */
export function blockWords(told: ToldBlock): string {
  const output = cutMiddle(plainText(outputOf(told.parts)).trimEnd(), most.output);
  const errors = told.parts.flatMap((part) =>
    part.kind === 'error' ? [boundedError(plainText(part.text).trimEnd())] : [],
  );
  const written = [output, ...errors].filter((text) => text.trim() !== '').join('\n');
  const stubs = told.artefacts.map(artefactStub).join('\n');
  const words = [
    ...(written === '' ? [] : [quoteAsData(written)]),
    ...(stubs === '' ? [] : [stubs]),
    ...endWords(told, written === '' && stubs === ''),
    ...rebuiltWords(told),
  ];
  return `${executionResult}${words.join('\n\n')}`;
}

/** In order; a value and a table have lines of their own. */
function outputOf(parts: readonly OutputPart[]): string {
  return parts.reduce((text, part) => {
    switch (part.kind) {
      case 'stdout':
      case 'stderr':
        return text + part.text;
      case 'value':
      case 'table':
        return `${onNewLine(text)}${part.text}\n`;
      case 'dropped':
        return `${onNewLine(text)}[... ${String(part.bytes)} bytes left out ...]\n`;
      case 'error':
      case 'artefact':
        return text;
      default:
        return assertNever(part);
    }
  }, '');
}

const onNewLine = (text: string): string =>
  text === '' || text.endsWith('\n') ? text : `${text}\n`;

/** A traceback: its first and last lines, and the exception that it ends with, whose beginning is its type. */
function boundedError(text: string): string {
  const lines = text.split('\n');
  const traced = lines.findLastIndex((line) => /^ {2}File "/.test(line));
  const after = lines.slice(traced + 1).findIndex((line) => /^\S/.test(line));
  const at = after === -1 ? 0 : traced + 1 + after;
  const frames = lines.slice(0, at).map((line) => cutLine(line));
  return [
    ...boundLines(frames, { lines: mostErrorLines }),
    cutMiddle(lines.slice(at).join('\n'), most.exception),
  ].join('\n');
}

/** One line stays one. */
function cutLine(line: string): string {
  return cutMiddle(line, most.line).replaceAll('\n', ' ');
}

function endWords(told: ToldBlock, silent: boolean): readonly string[] {
  const seconds = String(told.blockMs / 1000);
  switch (told.end) {
    case 'finished':
      return silent
        ? [
            'The code ran to its end and printed nothing. Print what has to be seen, or end with an expression.',
          ]
        : [];
    case 'raised':
      return silent ? ['The code raised an exception that could not be shown.'] : [];
    case 'interrupted':
      return [
        `The code took longer than ${seconds} s and was interrupted. What it had made by then, and everything from before, ` +
          'is still there.',
      ];
    case 'lost':
      return [`${lossWords(told, seconds)} ${stateLost}`];
    case 'input-refused':
      return [
        'The code was not run: it asks for input, and nobody is there to type it. Assign the values in the code in place of ' +
          'reading them, for example `name = "Ada"` for `name = input()`.',
      ];
    default:
      return assertNever(told.end);
  }
}

const stateLost =
  'The state of the session is lost: all variables, functions and imports are gone. What is needed of them has to be ' +
  'made again in the next block.';

function lossWords({ cause }: ToldBlock, seconds: string): string {
  switch (cause) {
    case 'time':
      return `The code took longer than ${seconds} s and could not be interrupted, so that its process was ended.`;
    case 'memory':
      return 'The code used up the memory that the session may have, and its process was ended.';
    case 'exit':
      return 'The code ended the process of the session.';
    case 'signal':
    case undefined:
      return 'The code crashed the process of the session.';
    default:
      return assertNever(cause);
  }
}

function rebuiltWords({ rebuilt }: ToldBlock): readonly string[] {
  if (rebuilt === null) return [];
  const { blocks, different } = rebuilt;
  const count = blocks === 1 ? 'the one earlier block' : `the ${String(blocks)} earlier blocks`;
  const begun = `Before this block the session was started anew, by running ${count} again.`;
  if (different.length === 0) return [begun];
  const names = different.map((code) => `\`${firstLine(code)}\``).join(', ');
  return [
    `${begun} What began as follows gave something else than the first time, so that values may differ: ${names}.`,
  ];
}

function firstLine(code: string): string {
  const line =
    plainText(code)
      .split('\n')
      .find((text) => text.trim() !== '') ?? '';
  return cutMiddle(line.trim().replaceAll('`', "'"), most.code).replaceAll('\n', ' ');
}
