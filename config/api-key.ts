import { readFileSync, statSync } from 'node:fs';

import { UsageError } from '../core/errors/errors';
import type { Settings } from './settings';

export type FoundKey =
  | { readonly kind: 'found'; readonly key: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly error: UsageError };

/** OPENAI_API_KEY, else what the file of OPENAI_API_KEY_FILE holds now. The file is read anew each time and never kept. */
export function findApiKey({
  OPENAI_API_KEY: key,
  OPENAI_API_KEY_FILE: file,
}: Pick<Settings, 'OPENAI_API_KEY' | 'OPENAI_API_KEY_FILE'>): FoundKey {
  if (key !== undefined) return { kind: 'found', key };
  if (file === undefined) return { kind: 'none' };
  try {
    return { kind: 'found', key: keyIn(file) };
  } catch (error) {
    if (error instanceof UsageError) return { kind: 'unusable', error };
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable', error: unusable(file, why) };
  }
}

function keyIn(file: string): string {
  const facts = statSync(file);
  if (!facts.isFile()) throw unusable(file, 'it is no file');
  const mode = facts.mode & 0o777;
  if ((mode & 0o077) !== 0) {
    throw unusable(file, `its mode 0${mode.toString(8)} lets others than you at it`);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key === '') throw unusable(file, 'it is empty');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw unusable(file, 'it holds more than one line or word, or what no key can hold');
  }
  return key;
}

function unusable(file: string, why: string): UsageError {
  return new UsageError(
    `OPENAI_API_KEY_FILE=${file}: ${why}`,
    `Write the key, and nothing else, into that file, and \`chmod 600\` it`,
    { code: 'BAD_KEY_FILE' },
  );
}
