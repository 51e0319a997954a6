import { readReply } from '../../replies/read-reply';
import { applyDiff } from './apply-diff';
import { applyEdits } from './apply-edits';
import { readDiff } from './read-diff';
import { readEdits } from './read-edits';
import type { EditFault } from './read-edits';

export interface ReadChange {
  /** New texts by path; null: the file is removed. Empty if there are faults: a reply is applied whole or not at all. */
  readonly files: ReadonlyMap<string, string | null>;
  readonly faults: readonly EditFault[];
  /** Whether it is a diff of the base commit, which replaces an earlier patch as a whole. */
  readonly whole: boolean;
}

/**
 * The change of a reply: its SEARCH/REPLACE blocks, or else the unified diffs in its fences. A diff is always one of the base commit, as patches
 * are shown.
 * @param before texts of the files that blocks change, by path
 * @param base texts of the files at the base commit. Default: the same
 */
export function readChange(
  reply: string,
  before: ReadonlyMap<string, string>,
  base: ReadonlyMap<string, string> = before,
): ReadChange {
  const { answer } = readReply(reply);
  const hasBlocks = /^(?:<{5,9}\s*SEARCH|>{5,9}\s*REPLACE)\s*$/m.test(answer);
  const diff = hasBlocks ? null : diffIn(answer);
  if (diff !== null) {
    const { files, faults } = readDiff(diff);
    const applied = faults.length > 0 ? { files: new Map(), faults } : applyDiff(base, files);
    return { ...applied, whole: true };
  }
  const { edits, faults } = readEdits(answer);
  if (faults.length > 0) return { files: new Map(), faults, whole: false };
  return { ...applyEdits(before, edits), whole: false };
}

/** All diffs in fences, or a reply that is one. null: there is none. */
function diffIn(answer: string): string | null {
  const fenced = fencesOf(answer).filter(isDiff);
  if (fenced.length > 0) return fenced.join('');
  const bare = answer.trimStart();
  return /^(?:diff --git |--- )/.test(bare) && isDiff(bare) ? bare : null;
}

function isDiff(text: string): boolean {
  return /^--- .*\n\+\+\+ .*\n@@ /m.test(text) || /^rename from /m.test(text);
}

/** Fenced texts to the letter. Lines of a diff begin with a mark, so that none of them closes a fence. */
function fencesOf(answer: string): readonly string[] {
  const found: string[] = [];
  let open: { readonly mark: string; readonly lines: string[] } | null = null;
  for (const line of answer.split('\n')) {
    const fence = /^\s{0,3}(`{3,}|~{3,})[^`]*$/.exec(line)?.[1];
    if (open === null) {
      if (fence !== undefined) open = { mark: fence, lines: [] };
    } else if (
      fence?.startsWith(open.mark) === true &&
      /^\s*[`~]+\s*$/.test(line) &&
      !line.startsWith(' ')
    ) {
      found.push(`${open.lines.join('\n')}\n`);
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) found.push(`${open.lines.join('\n')}\n`);
  return found;
}
