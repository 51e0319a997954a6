import { createHash } from 'node:crypto';

import type { BlobStore } from '../../core/ports/records';

export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Texts by hash, in memory. Asking for one that was never put fails loudly. */
export function createMemoryBlobs(): BlobStore {
  const texts = new Map<string, string>();
  return {
    put: async (text) => {
      const sha256 = sha256Of(text);
      texts.set(sha256, text);
      return sha256;
    },
    get: async (sha256) => {
      const text = texts.get(sha256);
      if (text === undefined) throw new Error(`no blob ${sha256}`);
      return text;
    },
    missing: async (sha256s) => [...new Set(sha256s)].filter((sha256) => !texts.has(sha256)),
  };
}
