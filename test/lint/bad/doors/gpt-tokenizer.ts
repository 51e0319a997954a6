// place: store/bad.ts
// rule: @typescript-eslint/no-restricted-imports
// says: This package has one door
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
export const used: unknown = countTokens;
