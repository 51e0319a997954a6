import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { UsageError } from '../../../core/errors/errors';
import { readLines } from './read-lines';
import { rowsOf } from './bank-row';
import { readBankLine } from './read-bank-line';
import type { TextLine } from './read-lines';
import type { BankRow } from './bank-row';
import type { LocationLine } from './patch-line';
import type { ReadBankLine } from './read-bank-line';

export interface Bank {
  /** Base names, in the order given. */
  readonly files: readonly string[];
  /** Over the bytes of all files, in order, as they lie on disk. */
  readonly sha256: string;
  /** In file order. */
  readonly rows: readonly BankRow[];
  /** Recorded localisations for patches, in file order. */
  readonly locations: readonly LocationLine[];
}

/** @throws UsageError (`BANK_UNREADABLE`, `BANK_ROW_MALFORMED`, `BANK_EMPTY`) naming file, line, field and remedy. */
export async function loadBank(files: readonly string[]): Promise<Bank> {
  if (files.length === 0) {
    throw new UsageError('no bank file was given', 'Give --model recorded:FILE[,FILE...]', {
      code: 'BANK_EMPTY',
    });
  }
  const hash = createHash('sha256');
  const rows: BankRow[] = [];
  const locations: LocationLine[] = [];
  for (const file of files) {
    const before = rows.length + locations.length;
    for await (const line of readLines(file, hash)) {
      const read = parseLine(file, line);
      if (read.kind === 'line') rows.push(...rowsOf(read.line));
      else locations.push(read.location);
    }
    if (rows.length + locations.length === before) {
      throw new UsageError(
        `bank file ${file} holds no program`,
        'Give a .jsonl or .jsonl.gz file with one recorded program a line',
        { code: 'BANK_EMPTY' },
      );
    }
  }
  if (rows.length === 0) {
    throw new UsageError(
      `bank file ${files.join(',')} holds places, but no patch`,
      'Name the file of patches as well: --model recorded:PATCHES,LOCATIONS',
      { code: 'BANK_EMPTY' },
    );
  }
  const names = files.map((file) => basename(file));
  return { files: names, sha256: hash.digest('hex'), rows, locations };
}

function parseLine(file: string, line: TextLine): Exclude<ReadBankLine, { kind: 'malformed' }> {
  const read = readBankLine(line.text);
  if (read.kind !== 'malformed') return read;
  const where = `bank file ${file}, line ${String(line.number)}`;
  throw new UsageError(
    read.field === null ? `${where}: ${read.why}` : `${where}, field ${read.field}: ${read.why}`,
    'Each line must be a JSON object with task_id, model, method and program (or completions), or for a repository task with instance_id, model and patch or files; correct or remove it',
    { code: 'BANK_ROW_MALFORMED', cause: read.cause },
  );
}
