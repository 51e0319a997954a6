import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { encode } from 'gpt-tokenizer/encoding/cl100k_base';

import { countTokens } from '../../llm';

describe('a count of tokens', () => {
  it('is what the encoding says of a short text', () => {
    expect(countTokens('')).toBe(0);
    expect(countTokens('hello world')).toBe(2);
    expect(countTokens('print("ä€😀")\n')).toBe(encode('print("ä€😀")\n').length);
  });

  it('is within 1 % of it for a long one', () => {
    const text = readFileSync(join(__dirname, '../../docs/architecture.md'), 'utf8');
    const exact = encode(text).length;
    expect(Math.abs(countTokens(text) - exact) / exact).toBeLessThan(0.01);
  });

  it('takes the marks of the encoding for text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(3);
  });

  it('takes no longer for what has no blanks', () => {
    countTokens('warm');
    const startedMs = performance.now();
    countTokens('a'.repeat(100_000) + ' '.repeat(100_000) + '\ud800'.repeat(10_000));
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
