import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

/** A file in a folder of its own under the system's temporary one; both are gone after the tests of this file. */
export function bankFile(content: string | Buffer, name = 'bank.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-bank-'));
  folders.push(folder);
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
