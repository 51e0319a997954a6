import type { TextRef } from '../schemas/text';

/** In place of a text that no table shows. */
export const noText: TextRef = { sha256: '', excerpt: '' };
