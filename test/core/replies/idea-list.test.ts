import { longestIdea, parseIdeaList } from '../../../core/replies/idea-list';
import { cpuMsSince } from '../../harness/cpu-time';

const ideas = (reply: string, atMost = 10) => {
  const parsed = parseIdeaList(reply, 'strategies', atMost);
  return parsed.ok ? parsed.value : parsed.problem;
};

describe('a list of ideas', () => {
  it('is read from JSON, fenced or in prose, and from a list in prose', () => {
    expect(ideas('{"strategies": ["Sort.", " Count. "]}')).toEqual(['Sort.', 'Count.']);
    expect(ideas('```json\n{"strategies": ["Sort."]}\n```')).toEqual(['Sort.']);
    expect(ideas('["Sort.", "Count."]')).toEqual(['Sort.', 'Count.']);
    expect(ideas('1. Sort.\n2. Count.')).toEqual(['Sort.', 'Count.']);
  });

  it('forgives a single text, and small objects in place of texts', () => {
    expect(ideas('{"strategies": "Sort."}')).toEqual(['Sort.']);
    expect(ideas('{"strategies": [{"name": "Sorting", "text": "Sort."}]}')).toEqual([
      'Sorting: Sort.',
    ]);
  });

  it('has each idea once, and none of the form’s own examples', () => {
    expect(ideas('["Sort it.", "sort **it**", "Count.", "...", "<first approach>"]')).toEqual([
      'Sort it.',
      'Count.',
    ]);
  });

  it('is read under another name for it, and without an end that was cut off', () => {
    expect(ideas('{"approaches": ["Sort.", "Count."]}')).toEqual(['Sort.', 'Count.']);
    expect(ideas('{"strategies": ["Sort.", "Count th')).toEqual(['Sort.']);
  });

  it('does not read a list that was only thought of', () => {
    expect(ideas('<think>1. Guess.</think>{"strategies": ["Sort."]}')).toEqual(['Sort.']);
    expect(ideas('<think>1. Guess.')).toMatch(/neither/);
  });

  it('holds at most what was asked for, without empty ones, each of bounded length', () => {
    expect(ideas('{"strategies": ["", "a", " ", "b", "c"]}', 2)).toEqual(['a', 'b']);
    const [long] = ideas(`{"strategies": ["${'x'.repeat(5000)}"]}`);
    expect(long).toHaveLength(longestIdea);
  });

  it.each([
    ['a refusal', "I'm sorry, I can't help with that."],
    ['nothing', ''],
    ['an empty list', '{"strategies": []}'],
    ['a list of nothing', '{"strategies": ["", null, 3]}'],
    ['a cut-off object', '{"strategies": ["Sort the li'],
    ['another object', '{"reflections": ["Sort."]}'],
  ])('is not read from %s, and says what was wanted', (_, reply) => {
    expect(ideas(reply)).toBe(
      'it holds neither a JSON object {"strategies": ["..."]} with at least one text nor a numbered list',
    );
  });

  it('of hundreds of thousands of entries is read, and of a million refused, in bounded time', () => {
    const before = process.cpuUsage();
    const many = (length: number) =>
      JSON.stringify({ strategies: Array.from({ length }, (_, place) => `x${String(place)}`) });
    expect(ideas(many(150_000))).toHaveLength(10);
    expect(ideas(many(1_000_000))).toMatch(/neither/);
    ideas(`{"strategies": [${'['.repeat(500_000)}`);
    expect(cpuMsSince(before)).toBeLessThan(15_000);
  });
});
