import {
  mostOutputChars,
  outputWords,
  submitPhrase,
  submits,
} from '../../../../core/agents/shell/output-words';

const plain = { exit: 0, head: 'a\n', tail: '', elided: 0 };
const told = { seconds: 60, differing: [] };

describe('what an agent with a shell is told of a command', () => {
  it('is the exit code and the output', () => {
    expect(outputWords(plain, told)).toBe('Exit code: 0\nOutput:\na\n');
    expect(outputWords({ ...plain, exit: 2, head: '' }, told)).toBe(
      'Exit code: 2\nOutput:\n(none)',
    );
  });

  it('is how it was ended', () => {
    expect(outputWords({ ...plain, exit: null }, told)).toContain('stopped after 60 seconds');
    expect(outputWords({ ...plain, exit: -9 }, told)).toContain('killed by signal 9');
  });

  it('leaves out the middle of a long output', () => {
    const words = outputWords(
      { exit: 0, head: 'a'.repeat(5000), tail: 'b'.repeat(5000), elided: 7 },
      told,
    );
    expect(words).toContain(`${'a'.repeat(5000)}\n... the middle`);
    expect(words.length).toBeLessThan(mostOutputChars + 300);
  });

  it('names commands whose output differs when they run again', () => {
    const words = outputWords(plain, { seconds: 60, differing: ['date > now\nsecond line'] });
    expect(words).toContain('differs from before:\n- date > now');
    expect(words).not.toContain('second line');
  });

  it('shows what cannot be seen as its escape', () => {
    expect(outputWords({ ...plain, head: '\u001b[31mred' }, told)).toContain(
      String.raw`\x1b[31mred`,
    );
  });
});

describe('the end of the work', () => {
  it('is a command that succeeds and whose output begins with the phrase', () => {
    expect(submits({ ...plain, head: `${submitPhrase}\n` })).toBe(true);
    expect(submits({ ...plain, head: `\n${submitPhrase}\nmore` })).toBe(true);
    expect(submits({ ...plain, head: `x\n${submitPhrase}\n` })).toBe(false);
    expect(submits({ ...plain, head: `${submitPhrase} not` })).toBe(false);
    expect(submits({ ...plain, exit: 1, head: `${submitPhrase}\n` })).toBe(false);
  });
});
