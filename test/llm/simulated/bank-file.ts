import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file in a folder of its own, which is gone after the test run. */
export function bankFile(content: string | Buffer, name = 'bank.jsonl'): string {
  const run = process.env['ESPALIER_TEST_RUN'] ?? tmpdir();
  const file = join(mkdtempSync(join(run, 'espalier-bank-')), name);
  writeFileSync(file, content);
  return file;
}
