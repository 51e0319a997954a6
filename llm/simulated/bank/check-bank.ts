import { createHash } from 'node:crypto';

import { rowsOf } from './bank-row';
import { readBankLine } from './read-bank-line';
import { readLines } from './read-lines';
import { familyFolded } from './bank-view';

export interface BankFault {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly field: string;
  readonly what: string;
}

export interface CheckedBank {
  /** Lines that were read. */
  readonly lines: number;
  readonly programs: number;
  readonly faults: readonly BankFault[];
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * Finds fields that are missing or of another type, parents that are not a program of their problem, contradicting labels, and
 * problems that a data set lacks. @param problems ids, in any case of their family's name; null: any will do @throws
 * UsageError (`BANK_UNREADABLE`)
 */
export async function checkBank(
  files: readonly string[],
  problems: readonly string[] | null,
): Promise<CheckedBank> {
  const known = problems === null ? null : new Set(problems.map(familyFolded));
  const faults: BankFault[] = [];
  const labels = new Map<string, { readonly label: boolean; readonly place: Place }>();
  const programs = new Set<string>();
  const parents: { readonly key: string; readonly parent: string; readonly place: Place }[] = [];
  let lines = 0;
  for (const file of files) {
    for await (const { number: line, text } of readLines(file, createHash('sha256'))) {
      lines += 1;
      const place = { file, line };
      const read = readBankLine(text);
      if (read.kind === 'malformed') {
        faults.push({ ...place, field: read.field ?? 'row', what: read.why });
        continue;
      }
      const isPlace = read.kind === 'location';
      const problem = isPlace ? read.location.instance_id : read.line.task_id;
      if (known?.has(familyFolded(problem)) === false) {
        const field = isPlace ? 'instance_id' : read.named;
        faults.push({ ...place, field, what: `the data set has no ${problem}` });
      }
      if (isPlace) continue;
      for (const row of rowsOf(read.line)) {
        const key = `${problem} ${row.programHash}`;
        programs.add(key);
        if (row.parent !== null) {
          parents.push({ key: `${problem} ${row.parent}`, parent: row.parent, place });
        }
        if (row.label === null) continue;
        const before = labels.get(key);
        if (before === undefined) labels.set(key, { label: row.label, place });
        else if (before.label !== row.label) {
          const other = `${before.place.file === file ? '' : `${before.place.file}, `}line ${String(before.place.line)}`;
          const what = `${String(row.label)}, but ${String(before.label)} for the same program in ${other}`;
          faults.push({ ...place, field: 'recorded_pass', what });
        }
      }
    }
  }
  for (const { key, parent, place } of parents) {
    if (programs.has(key)) continue;
    const what = `no program of the problem has the sha256 ${parent}`;
    faults.push({ ...place, field: 'parent', what });
  }
  return { lines, programs: programs.size, faults: faults.toSorted(byPlace(files)) };
}

function byPlace(files: readonly string[]): (left: BankFault, right: BankFault) => number {
  return (left, right) =>
    files.indexOf(left.file) - files.indexOf(right.file) || left.line - right.line;
}
