/** One change of one file: text that stands in it once, and what comes in its place. */
export interface Edit {
  /** From the root of the repository. */
  readonly path: string;
  /** Whole lines. Empty: the file is new. */
  readonly search: string;
  /** Whole lines. Empty: the lines are removed. */
  readonly replace: string;
}

/** What is wrong with a reply, in words that can be told back to the model. */
export interface EditFault {
  readonly kind: EditFaultKind;
  readonly text: string;
}

export type EditFaultKind =
  | 'malformed'
  | 'no-edits'
  | 'unknown-file'
  | 'not-found'
  | 'ambiguous'
  | 'no-change'
  | 'file-exists'
  | 'syntax';

export interface ReadEdits {
  readonly edits: readonly Edit[];
  readonly faults: readonly EditFault[];
}

const pathLine = /^#{1,4}\s+`?([^\s`]+)`?\s*$/;
const searchLine = /^<{5,9}\s*SEARCH\s*$/;
const dividerLine = /^={5,9}\s*$/;
const replaceLine = /^>{5,9}\s*REPLACE\s*$/;

/**
 * The edits of a reply, in the form of Agentless (section 3.2):
 *
 *     ### path/from/root.py
 *     <<<<<<< SEARCH
 *     lines as they stand in the file
 *     =======
 *     lines that come in their place
 *     >>>>>>> REPLACE
 *
 * A path holds for all blocks up to the next path. Text around the blocks is not read. Nothing is guessed: a block that is not
 * complete is a fault, and no edit.
 */
export function readEdits(reply: string): ReadEdits {
  const edits: Edit[] = [];
  const faults: EditFault[] = [];
  let path: string | null = null;
  let open: { search: string[]; replace: string[] | null } | null = null;
  const malformed = (text: string): void => {
    faults.push({
      kind: 'malformed',
      text: `Block ${String(edits.length + faults.length + 1)}: ${text}`,
    });
  };
  for (const line of reply.replace(/\r\n/g, '\n').split('\n')) {
    if (searchLine.test(line)) {
      if (open !== null) malformed('a second SEARCH comes before REPLACE.');
      open = { search: [], replace: null };
    } else if (open === null) {
      path = pathLine.exec(line)?.[1] ?? path;
      if (replaceLine.test(line)) malformed('a REPLACE stands without a SEARCH.');
    } else if (replaceLine.test(line)) {
      if (open.replace === null) malformed('the line ======= is missing.');
      else if (path === null) malformed('no line `### path` stands before it.');
      else edits.push({ path, search: text(open.search), replace: text(open.replace) });
      open = null;
    } else if (open.replace === null && dividerLine.test(line)) {
      open.replace = [];
    } else {
      (open.replace ?? open.search).push(line);
    }
  }
  if (open !== null) malformed('the line >>>>>>> REPLACE is missing.');
  if (edits.length === 0 && faults.length === 0) {
    faults.push({ kind: 'no-edits', text: 'The reply holds no SEARCH/REPLACE block.' });
  }
  return { edits, faults };
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
