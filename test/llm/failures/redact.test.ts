import { redact } from '../../../llm/failures/redact';

describe('a text from outside, made fit for messages', () => {
  it.each([
    ['a known key', 'your key hunter2222 is wrong', ['hunter2222']],
    ['an OpenAI key', 'Incorrect API key provided: sk-proj-abc***hunter22', []],
    ['a bearer header', 'got Authorization: Bearer hunter22.hunter22', []],
    ['credentials in an address', 'cannot GET https://me:hunter22@gate.test/v1', []],
  ])('has %s masked', (_what, text, secrets) => {
    const shown = redact(text, secrets);
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain('hunter22');
  });

  it('has a key with another inside masked as a whole, in whatever order they are known', () => {
    const secrets = ['hunter2222', 'hunter2222-long'];
    for (const known of [secrets, [...secrets].reverse()]) {
      expect(redact('your key hunter2222-long is wrong', known)).toBe(
        'your key [redacted] is wrong',
      );
    }
  });

  it('keeps ordinary words, also where a "key" is as short as one', () => {
    expect(redact('a task-specific risk at x', ['x', 'at'])).toBe('a task-specific risk at x');
  });

  it('is one line without control characters, and bounded', () => {
    expect(redact('a\n\tb\u001b[31mc\u202e', [])).toBe('a b [31mc');
    expect(redact('y'.repeat(1_000), [])).toHaveLength(300);
  });
});
