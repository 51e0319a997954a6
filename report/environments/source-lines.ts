import type { CoverageMarks, Survivor } from '../../core/schemas/environment-built';
import { terminalSafe } from '../terminal-safe';

/** Beside the source there is room for words from this many columns on. */
const leastBeside = 28;
const widestSource = 84;

/** A definition as it stands in its file. */
export interface SourceText {
  readonly path: string;
  /** Line of the file that the text begins with. */
  readonly first: number;
  /** Whole lines. */
  readonly text: string;
}

/** What a line of a definition is worth saying. */
export interface MarkedLine {
  readonly line: number;
  readonly text: string;
  /** `run`: with every branch; `part`: some branch from here is never taken; null: it cannot be executed, or nobody knows. */
  readonly mark: 'run' | 'part' | 'missed' | null;
  /** Branches that are never taken, and changes that no case notices, in words. */
  readonly notes: readonly string[];
}

const markSigns = { run: '+', part: '~', missed: '-' } as const;

/** One line that explains the signs. */
export const markLegend = '+ executed   ~ a branch from here is never taken   - never executed';

/** The lines of a definition, each with what cases do there. */
export function markedLines(
  { first, text }: SourceText,
  coverage: CoverageMarks | null,
  survivors: readonly Survivor[],
): readonly MarkedLine[] {
  return text
    .replace(/\n+$/u, '')
    .split('\n')
    .map((content, at) => {
      const line = first + at;
      const missed = (coverage?.missedArcs ?? []).filter(([from]) => from === line);
      return {
        line,
        text: terminalSafe(content.trimEnd()).replaceAll('\t', '    '),
        mark: markOf(line, coverage, missed.length),
        notes: [
          ...missed.map(([, to]) => (to < 0 ? 'never leaves here' : `never to ${String(to)}`)),
          ...survivors.filter((one) => one.line === line).map(survivorText),
        ],
      };
    });
}

function markOf(line: number, coverage: CoverageMarks | null, missed: number): MarkedLine['mark'] {
  if (coverage === null || !coverage.lines.includes(line)) return null;
  if (coverage.missedLines.includes(line)) return 'missed';
  return missed > 0 ? 'part' : 'run';
}

function survivorText({ words, reached }: Survivor): string {
  const change = words
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^line \d+: /u, '');
  return `unnoticed: ${change}${reached ? '' : ' (no case gets here)'}`;
}

/**
 * With numbers and signs; notes beside the source where the terminal has room for both, else below the line.
 * @param columns of the terminal; without one there is no end
 */
export function sourceLines(
  marked: readonly MarkedLine[],
  columns: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  const digits = String(marked.at(-1)?.line ?? 0).length;
  const widest = Math.max(0, ...marked.map(({ text }) => width(text)));
  const lead = digits + 3;
  const source = Math.min(widest, widestSource, columns - lead - 4 - leastBeside);
  const beside = Math.min(widest, 40) <= source;
  return marked.flatMap(({ line, text, mark, notes }) => {
    const sign = mark === null ? ' ' : markSigns[mark];
    const head = `${sign} ${String(line).padStart(digits)} ${text}`.trimEnd();
    const told = notes.map((note) => terminalSafe(note));
    if (told.length === 0) return [head];
    if (!beside) {
      const indent = ' '.repeat(lead + 2);
      return [head, ...told.flatMap((note) => broken(`| ${note}`, columns - lead - 2, indent))];
    }
    const room = columns - lead - source - 4;
    const [first = '', ...more] = told.flatMap((note) => broken(note, room, ''));
    const blank = ' '.repeat(lead + source);
    const fits = width(text) <= source;
    return [
      ...(fits ? [`${padded(head, lead + source)}  | ${first}`] : [head, `${blank}  | ${first}`]),
      ...more.map((note) => `${blank}  | ${note}`),
    ];
  });
}

/** At blanks; a word that is too long stays as it is. */
function broken(text: string, columns: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && width(longer) > columns) {
      lines.push(current);
      current = `  ${word}`;
    } else current = longer;
  }
  return [...lines, current].map((line) => indent + line);
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** In characters as a reader counts them. */
function width(text: string): number {
  return [...text].length;
}
