import type { EditFault } from './read-edits';

/** Lines of a file that a unified diff replaces, without their ends. */
export interface DiffHunk {
  /** Line of the file before the change, from 1; of a hunk without such lines the line after which it stands. */
  readonly start: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether it says that the last line of this side has no newline. */
  readonly openBefore: boolean;
  readonly openAfter: boolean;
}

/** A file of a unified diff. null: it is not there before, or after. */
export interface DiffFile {
  readonly from: string | null;
  readonly to: string | null;
  readonly hunks: readonly DiffHunk[];
}

export interface ReadDiff {
  readonly files: readonly DiffFile[];
  readonly faults: readonly EditFault[];
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * A unified diff, as `git diff` and `diff -u` write it. A hunk must have as many lines as its header says, as for `git apply`: otherwise a
 * reply that was cut off would be half a change. Binary changes are refused.
 */
export function readDiff(text: string): ReadDiff {
  const reader = new DiffReader(text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n'));
  reader.read();
  if (reader.files.length === 0 && reader.faults.length === 0) {
    reader.faults.push({ kind: 'no-edits', text: 'The diff changes no file.' });
  }
  return reader;
}

class DiffReader {
  readonly files: DiffFile[] = [];
  readonly faults: EditFault[] = [];
  private at = 0;
  private renamedFrom: string | null = null;

  constructor(private readonly lines: readonly string[]) {}

  read(): void {
    while (this.at < this.lines.length) {
      const line = this.lines[this.at] ?? '';
      if (line.startsWith('--- ') && this.lines[this.at + 1]?.startsWith('+++ ') === true) {
        this.readFile();
      } else if (line.startsWith('rename from ')) {
        this.renamedFrom = line.slice('rename from '.length);
        this.at += 1;
      } else if (line.startsWith('rename to ') && this.renamedFrom !== null) {
        this.readRename(this.renamedFrom, line.slice('rename to '.length));
      } else {
        if (/^(?:GIT binary patch|Binary files )/.test(line)) {
          this.malformed('it changes a binary file.');
        } else if (hunkHeader.test(line)) {
          this.malformed(`no lines \`---\` and \`+++\` stand before ${line.slice(0, 60)}`);
        }
        this.at += 1;
      }
    }
  }

  /** A file that only has another name has no hunks. */
  private readRename(from: string, to: string): void {
    this.renamedFrom = null;
    this.at += 1;
    const next = this.lines
      .slice(this.at, this.at + 4)
      .findIndex((line) => line.startsWith('--- '));
    const other = this.lines
      .slice(this.at, this.at + 4)
      .findIndex((line) => line.startsWith('diff '));
    if (next < 0 || (other >= 0 && other < next)) this.files.push({ from, to, hunks: [] });
  }

  private readFile(): void {
    const from = pathOf(this.lines[this.at] ?? '', 'a/');
    const to = pathOf(this.lines[this.at + 1] ?? '', 'b/');
    this.at += 2;
    const hunks: DiffHunk[] = [];
    for (;;) {
      const header = hunkHeader.exec(this.lines[this.at] ?? '');
      if (header === null) break;
      const hunk = this.readHunk(header, to ?? from ?? '');
      if (hunk === null) return;
      hunks.push(hunk);
    }
    if (from === null && to === null) this.malformed('a file is there neither before nor after.');
    else if (hunks.length === 0)
      this.malformed(`${to ?? from ?? ''} has no hunk \`@@ -l,n +l,n @@\`.`);
    else this.files.push({ from, to, hunks });
  }

  private readHunk(header: RegExpExecArray, path: string): DiffHunk | null {
    const [line, start = '', ofBefore = '1', , ofAfter = '1'] = header;
    const counts = { before: Number(ofBefore), after: Number(ofAfter) };
    const [before, after]: [string[], string[]] = [[], []];
    let [openBefore, openAfter] = [false, false];
    this.at += 1;
    let last = ' ';
    for (; this.at < this.lines.length; this.at += 1) {
      const text = this.lines[this.at] ?? '';
      if (text.startsWith('\\')) {
        openBefore ||= last !== '+';
        openAfter ||= last !== '-';
        continue;
      }
      if (before.length >= counts.before && after.length >= counts.after) break;
      const mark = text === '' ? ' ' : text.charAt(0);
      if (!' +-'.includes(mark)) break;
      if (mark !== '+') before.push(text.slice(1));
      if (mark !== '-') after.push(text.slice(1));
      last = mark;
    }
    const more = /^[ +-]/.test(this.lines[this.at] ?? '') && !this.atFileHeader();
    if (before.length !== counts.before || after.length !== counts.after || more) {
      const had = more
        ? 'more lines'
        : `${String(before.length)} and ${String(after.length)} lines`;
      this.malformed(
        `${path}: the hunk ${line} has ${had}. Count them, or write SEARCH/REPLACE blocks.`,
      );
      this.skipHunks();
      return null;
    }
    return { start: Number(start), before, after, openBefore, openAfter };
  }

  private atFileHeader(): boolean {
    const [line = '', next = ''] = this.lines.slice(this.at, this.at + 2);
    return line.startsWith('--- ') && next.startsWith('+++ ');
  }

  private skipHunks(): void {
    while (this.at < this.lines.length && !this.atFileHeader()) {
      if (this.lines[this.at]?.startsWith('diff ') === true) return;
      this.at += 1;
    }
  }

  private malformed(text: string): void {
    this.faults.push({ kind: 'malformed', text: `The diff: ${text}` });
  }
}

/** The path of a line `--- a/path<TAB>time`. null: no file. */
function pathOf(line: string, prefix: string): string | null {
  const name = (line.slice(4).split('\t')[0] ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (name === '/dev/null') return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
