import {
  boundedLines,
  indentedLines,
  stopWords,
  tellTests,
} from '../../../core/grading/test-words';
import type { ToldTest } from '../../../core/grading/test-words';
import type { TestOutcome } from '../../../core/schemas/verdict';

const passed = (name: string): ToldTest => ({ passed: true, name: [name], failure: ['hidden'] });
const failed = (...failure: readonly string[]): ToldTest => ({
  ...{ passed: false, name: ['not told'], failure },
});

test('the number of passed tests comes first, then those, then the failed ones', () => {
  expect(tellTests([failed('f1', 'f2'), passed('a'), failed('g')])).toBe(
    '1 of 3 tests passed.\n\nPassed:\na\n\nFailed:\nf1\nf2\ng',
  );
  expect(tellTests([passed('a'), passed('b')])).toBe('2 of 2 tests passed.\n\nPassed:\na\nb');
  expect(tellTests([failed('f')])).toBe('0 of 1 tests passed.\n\nFailed:\nf');
});

test('passed tests get 2,000 characters alone, and 600 beside a failed one', () => {
  const many = Array.from({ length: 60 }, (_, at) => passed(`${String(at)} ${'x'.repeat(50)}`));
  const alone = tellTests(many);
  expect(alone.length).toBeGreaterThan(1_850);
  expect(alone.length).toBeLessThanOrEqual(2_035);
  const beside = tellTests([...many, failed('f')]).split('\n\nFailed:')[0] ?? '';
  expect(beside.length).toBeGreaterThan(450);
  expect(beside.length).toBeLessThanOrEqual(635);
});

test('the first failed test is whole, and the others have the room that is left of 2,500 characters', () => {
  const first = Array.from({ length: 30 }, () => 'f'.repeat(40));
  const others = Array.from({ length: 100 }, (_, at) =>
    failed(`other ${String(at)} ${'g'.repeat(40)}`),
  );
  const words = tellTests([failed(...first), ...others]);
  expect(words.split('\n').filter((line) => line === first[0])).toHaveLength(30);
  expect(words).toContain('other 0 ');
  expect(words).toContain('other 99 ');
  expect(words.length).toBeGreaterThan(2_350);
  expect(words.length).toBeLessThanOrEqual(2_500);
});

test('a text has 16 lines at most, and each may be indented', () => {
  const text = Array.from({ length: 17 }, (_, at) => String(at)).join('\n');
  expect(boundedLines(text.slice(0, -3), 600)).toHaveLength(16);
  expect(boundedLines(text, 600)).toHaveLength(16);
  expect(boundedLines(text, 600)).not.toContain('8');
  expect(indentedLines('a\nb', 600)).toEqual(['    a', '    b']);
});

test.each<[TestOutcome['kind'], string]>([
  ['passed', ''],
  ['failed', ''],
  ['raised', 'The program raised an exception.'],
  ['no-program', 'There was no program to run.'],
  ['exited-early', 'The program ended its process before the test had finished.'],
  ['timed-out', 'The program was stopped: it took longer than the time limit.'],
  ['memory-limit', 'The program was stopped: it used more memory than allowed.'],
  ['output-limit', 'The program was stopped: it wrote more output than allowed.'],
  ['killed-by-signal', 'The program crashed: a signal ended its process.'],
])('a program that ended as %s is told so: %j', (kind, words) => {
  const outcome = { kind, assurance: 'data', cpuMs: 1, timeSensitive: false } as const;
  expect(stopWords(outcome)).toBe(words);
  const error = ' ValueError: odd ';
  expect(stopWords({ ...outcome, error })).toBe(kind === 'raised' ? error.trim() : words);
});
