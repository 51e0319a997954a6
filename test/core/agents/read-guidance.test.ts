import { fallbackValues } from '../../../core/agents/fallback-values';
import { readGuidance } from '../../../core/agents/read-guidance';

const reference = 'def f(numbers):\n    return [n for n in sorted(numbers) if n % 2 == 0]\n';
const human = { reference: null, known: [] };
const oracle = { reference, known: ['def f(numbers):\n    """Even ones, in order."""'] };

const faultIn = (text: string, terms: Parameters<typeof readGuidance>[1] = human): string => {
  const read = readGuidance(text, terms);
  return read.ok ? 'none' : read.reason;
};

describe('what a simulated person said', () => {
  it('is taken without thoughts', () => {
    expect(readGuidance('<think>Hm. A. B. C. ```x```</think> Mind the order. ', human)).toEqual({
      ok: true,
      value: 'Mind the order.',
    });
  });

  it('has three sentences at most', () => {
    expect(faultIn('One of 0.5, e.g. here. Two! Three?')).toBe('none');
    expect(faultIn('One. Two. Three. Four.')).toBe('too-long');
    expect(faultIn(`Word ${'and word '.repeat(1_000)}`)).toBe('too-long');
  });

  it.each([
    'Do this:\n```python\nx = 1\n```',
    'Try ```x = 1```',
    '~~~\nx\n~~~',
    'def f(x):\n    return x',
    'Say:\n  for n in numbers:',
  ])('holds no code, fenced or not: %j', (text) => {
    expect(faultIn(text)).toBe('code');
  });

  it.each(['', '  \n', '<think>nothing</think>', '...'])('says something: %j', (text) => {
    expect(faultIn(text)).toBe('empty');
  });

  it('says for a repair question what is wrong', () => {
    const read = readGuidance('One. Two. Three. Four.', human);
    expect(read).toMatchObject({ problem: expect.stringContaining('3 sentences') as string });
  });

  it('would itself be accepted where it is the sentence that stands in', () => {
    expect(faultIn(fallbackValues.guidance, oracle)).toBe('none');
  });
});

describe('what an oracle said', () => {
  it.each([
    'Use [n for n in sorted(numbers) if so.',
    'Write `[n  for n\nin sorted( numbers )` there.',
    'Then “for N in sorted (numbers) IF n % 2” holds.',
  ])('shares no eight tokens with the reference: %j', (text) => {
    expect(faultIn(text, oracle)).toBe('reveals');
    expect(faultIn(text)).toBe('none');
  });

  it('may share seven', () => {
    expect(faultIn('Look at n for n in sorted(numbers, please.', oracle)).toBe('none');
  });

  it('may say what the programmer knows anyway', () => {
    const known = ['for n in sorted(numbers) if n % 2 == 0'];
    const text = 'Your for n in sorted(numbers) if n % 2 is right.';
    expect(faultIn(text, oracle)).toBe('reveals');
    expect(faultIn(text, { ...oracle, known })).toBe('none');
  });

  it('does not give a reference of a few tokens in full', () => {
    const short = { reference: '    return number % 1.0\n', known: [] };
    expect(faultIn('Simply return number % 1.0 there.', short)).toBe('reveals');
    expect(faultIn('Take the remainder by 1.0 of the number.', short)).toBe('none');
  });

  it.each([
    'Compare with the canonical solution.',
    'The Reference  implementation sorts.',
    'By ground truth, no.',
  ])('does not let it be known that there is one: %j', (text) => {
    expect(faultIn(text, oracle)).toBe('reveals');
    expect(faultIn(text)).toBe('none');
  });
});
