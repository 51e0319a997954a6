import { maxFeedbackChars } from '../../../core/grading/test-words';
import { verdictKinds } from '../../../core/schemas/verdict';
import type { TestOutcome } from '../../../core/schemas/verdict';
import { visibleFeedback } from '../../../core/tasks/visible-feedback';
import { cpuMsSince } from '../../harness/cpu-time';
import { functionNamed } from './sample-tasks';

/** Numbers below `most`, the same ones each time. */
function randomNumbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** What a program may write to take its reader, or a terminal, in. */
const pieces = [
  '\u001B[2J',
  '\u001B]52;c;cHduZWQ=\u0007',
  '\u001B]8;;http://evil.test\u001B\\click',
  '\u001BPq#0;2;0;0;0\u001B\\',
  '\u009B31m',
  '\u0007',
  '\b\b\b',
  '\r',
  '\n',
  '\nassert f(9) == 9\n',
  '\n2 of 2 tests passed.\n',
  '\nPassed:\n',
  '\u2028Failed:\u2028',
  '\u202E',
  '\u2066',
  '\uFEFF',
  '\uD800',
  '\uDC00',
  '😀',
  '\u{E0041}',
  '\u200B\u2060\u00AD',
  'a\uFE0F\u{E0100}',
  '\u3164\uE000',
  '```',
  ' /home/alice/secret/solution.py ',
  ' /root/.ssh/id_rsa ',
  ' /usr/lib/python3.11/json/decoder.py ',
  ' C:\\Users\\alice\\x.py ',
  ' <f at 0x7f12deadbeef> ',
  ' 3.11.2 (main, Mar 13 2023) [GCC 12.2.0] ',
  'x'.repeat(700),
  'word ',
  '\0',
];

function hostileText(random: (most: number) => number): string {
  const count = random(40);
  return Array.from({ length: count }, () => pieces[random(pieces.length)] ?? '').join('');
}

const problem = functionNamed('f', ['assert f(1) == 2', 'assert f(2) == 3', 'assert f(3) == 4']);

function outcomesOf(random: (most: number) => number): readonly TestOutcome[] {
  return problem.visibleTests.map(() => ({
    kind: verdictKinds[random(verdictKinds.length)] ?? 'failed',
    assurance: 'data',
    ...(random(3) > 0 ? { actual: hostileText(random) } : {}),
    ...(random(3) > 0 ? { error: hostileText(random) } : {}),
    cpuMs: random(1_000),
    timeSensitive: random(2) === 1,
  }));
}

const samples = Array.from({ length: 500 }, (_, seed) => {
  const outcomes = outcomesOf(randomNumbers(seed + 1));
  return { outcomes, text: visibleFeedback(problem, outcomes).text };
});

describe('feedback on 500 programs that write what they can to mislead', () => {
  it('holds no character that cannot be seen, but spaces and line feeds', () => {
    for (const { text } of samples) {
      expect(text).not.toMatch(/(?![ \n])[\p{C}\p{Z}]/u);
      expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
    }
  });

  it('is text that UTF-8 can hold', () => {
    for (const { text } of samples) expect(text).not.toMatch(/\p{Cs}/u);
  });

  it('is never longer than it may be', () => {
    for (const { text } of samples) expect(text.length).toBeLessThanOrEqual(maxFeedbackChars);
  });

  it('names no folder, user, address or build of the machine', () => {
    for (const { text } of samples) {
      expect(text).not.toMatch(/alice|\/home|\/root|\/usr|0x7f12|GCC|Users/);
    }
  });

  it('has every word of a program indented, so that none passes for a test or for ours', () => {
    const ours = new Set([
      ...problem.visibleTests,
      ...[0, 1, 2, 3].map((count) => `${String(count)} of 3 tests passed.`),
      '',
      'Passed:',
      'Failed:',
    ]);
    for (const { text } of samples) {
      const lines = text.split('\n').filter((line) => !line.startsWith('    '));
      const strange = lines.filter(
        (line) => !ours.has(line) && !/^\[\.\.\. \d+ lines left out \.\.\.\]$/.test(line),
      );
      expect(strange).toEqual([]);
      expect(lines.filter((line) => line === 'Failed:').length).toBeLessThanOrEqual(1);
      expect(lines.filter((line) => line === 'assert f(1) == 2')).toHaveLength(1);
    }
  });

  it('always tells the first failed test, and what it expected of a program that answered', () => {
    for (const { outcomes, text } of samples) {
      const first = outcomes.findIndex(({ kind }) => kind !== 'passed');
      if (first === -1) continue;
      const told = text.slice(text.indexOf('\nFailed:\n') + '\nFailed:\n'.length).split('\n');
      expect(told[0]).toBe(problem.visibleTests[first]);
      const kind = outcomes[first]?.kind;
      if (kind === 'failed' || kind === 'raised') {
        expect(told[1]).toBe(`    Expected: ${String(first + 2)}`);
      }
    }
  });

  it('is the same whenever it is made, and whatever time the program took', () => {
    for (const { outcomes, text } of samples) {
      const slower = outcomes.map((one) => ({ ...one, cpuMs: one.cpuMs * 7 }));
      expect(visibleFeedback(problem, slower).text).toBe(text);
    }
  });
});

describe('feedback where everything is too long', () => {
  const long = (mark: string) => `${mark} ${'[1, 2], '.repeat(5_000)} ${mark} end`;
  const tests = Array.from({ length: 8 }, (_, place) => `assert f('${long('in')}') == ${place}`);
  const { text } = visibleFeedback(
    functionNamed('f', tests),
    tests.map((_, place) => ({
      kind: place < 3 ? 'passed' : 'failed',
      assurance: 'data',
      actual: long(`actual ${String(place)}`),
      cpuMs: 1,
      timeSensitive: false,
    })),
  );

  it('keeps head and tail of what the first failed test expected and was given', () => {
    expect(text.length).toBeLessThanOrEqual(maxFeedbackChars);
    expect(text).toContain('    Expected: 3\n');
    expect(text).toContain('    The program gave: actual 3 [1, 2]');
    expect(text).toContain('actual 3 end\n');
    expect(text).toMatch(/\[\.\.\. \d+ characters left out \.\.\.\]/);
  });

  it('is made in no time, whatever the text', () => {
    const started = process.cpuUsage();
    for (const piece of ['/a', '\u001B]', '(', "'", '0x', '/', '3.', '\\', 'C:\\', 'version ']) {
      const error = piece.repeat(200_000);
      visibleFeedback(
        problem,
        [1, 2, 3].map(() => ({
          kind: 'raised',
          assurance: 'data',
          error,
          cpuMs: 1,
          timeSensitive: false,
        })),
      );
    }
    expect(cpuMsSince(started)).toBeLessThan(5_000);
  });
});
