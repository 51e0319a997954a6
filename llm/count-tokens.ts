import { createRequire } from 'node:module';

import type * as Encoding from 'gpt-tokenizer/encoding/cl100k_base';

let loaded: typeof Encoding | null = null;

/** Loading takes a third of a second: nobody waits for it who counts nothing. */
function encoding(): typeof Encoding {
  loaded ??= createRequire(__filename)('gpt-tokenizer/encoding/cl100k_base') as typeof Encoding;
  return loaded;
}

/** Longer stretches are counted in parts: the time of one grows with its square where no word ends. */
const longestPart = 400;
/** Cut where a word begins, if there is one: there tokens end as well. */
const part = new RegExp(
  `[^]{1,${String(longestPart)}}(?=\\s|$)|[^]{1,${String(longestPart)}}`,
  'g',
);

/** In cl100k_base: for other models an estimate, good enough to choose what to leave out. Reported usage is exact. */
export function countTokens(text: string): number {
  const { countTokens: count } = encoding();
  const parts = text.match(part) ?? [];
  return parts.reduce((sum, each) => sum + count(each, asText), 0);
}

/** `<|endoftext|>` in a text of ours is eleven characters, and must not be refused. */
const asText = { disallowedSpecial: new Set<string>() };
