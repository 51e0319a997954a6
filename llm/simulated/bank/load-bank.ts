import { createHash } from 'node:crypto';
import { basename } from 'node:path';

import { UsageError } from '../../../core/errors/errors';
import { readLines } from './read-lines';
import { rowsOf } from './bank-row';
import { readBankLine } from './read-bank-line';
import type { TextLine } from './read-lines';
import type { BankLine, BankRow } from './bank-row';

export interface Bank {
  /** Base names, in the order given. */
  readonly files: readonly string[];
  /** Over the bytes of all files, in order, as they lie on disk. */
  readonly sha256: string;
  /** In file order. */
  readonly rows: readonly BankRow[];
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
  for (const file of files) {
    const before = rows.length;
    for await (const line of readLines(file, hash)) rows.push(...rowsOf(parseLine(file, line)));
    if (rows.length === before) {
      throw new UsageError(
        `bank file ${file} holds no program`,
        'Give a .jsonl or .jsonl.gz file with one recorded program a line',
        { code: 'BANK_EMPTY' },
      );
    }
  }
  return { files: files.map((file) => basename(file)), sha256: hash.digest('hex'), rows };
}

function parseLine(file: string, line: TextLine): BankLine {
  const read = readBankLine(line.text);
  if (read.kind === 'line') return read.line;
  const where = `bank file ${file}, line ${String(line.number)}`;
  throw new UsageError(
    read.field === null ? `${where}: ${read.why}` : `${where}, field ${read.field}: ${read.why}`,
    'Each line must be a JSON object with task_id, model, method and program (or completions); correct or remove it',
    { code: 'BANK_ROW_MALFORMED', cause: read.cause },
  );
}
