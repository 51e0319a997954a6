import {
  dialogueSums,
  noDialogues,
  programsMade,
  summariseDialogues,
} from '../../../../core/kinds/dialogue/summary';
import { sumUp } from '../../../../core/metrics/sum-up';
import { folded } from '../../../../core/metrics/fold';
import type { Feedback } from '../../../../core/schemas/dialogue';
import { dialogueResult } from '../../../report/small-dialogues';

const right = dialogueResult({
  rounds: [{ code: 'right', shown: 'passed', hidden: 'passed' }],
  stop: 'passed',
});
const repaired = dialogueResult({
  rounds: [
    { code: 'wrong', shown: 'exception', told: 'it raised' },
    { code: 'mended', shown: 'passed', hidden: 'passed' },
  ],
  stop: 'passed',
});
/** Right by the hidden tests at first; what passed the shown ones then is not. */
const spoilt = dialogueResult({
  rounds: [
    { code: 'right but odd', hidden: 'passed', told: 'not as expected' },
    { code: 'made to fit', shown: 'passed' },
  ],
  stop: 'passed',
});
/** Says the same again, and then nothing: the program before stands. */
const stubborn = dialogueResult({
  rounds: [
    { code: 'same', told: 'not as expected' },
    {
      code: 'same',
      told: 'not as expected',
      source: 'human',
      refused: ['code', 'too-long'],
      neutral: true,
    },
    { code: null },
  ],
  stop: 'no-code',
});
const late = dialogueResult({
  rounds: [
    { code: 'first', shown: 'timeout', told: 'too slow' },
    { code: 'second', told: 'not as expected', trimmed: 2 },
    { code: 'third', hidden: 'passed' },
  ],
  stop: 'max-rounds',
});
const all = [right, repaired, spoilt, stubborn, late];

const summaryOf = (results: readonly (typeof right)[], rounds: number) =>
  summariseDialogues(folded(sumUp(noDialogues), results.map(dialogueSums)), rounds);

describe('what dialogues came to', () => {
  const summary = summaryOf(all, 3);

  it('is a rate after each round; a dialogue that has ended keeps its answer', () => {
    // After 1: right, spoilt. After 2: right, repaired. After 3: right, repaired, late.
    expect(summary.rounds.map(({ all: { solved, of, rate } }) => [solved, of, rate])).toEqual([
      [2, 5, 0.4],
      [2, 5, 0.4],
      [3, 5, 0.6],
    ]);
    const [low, high] = summary.rounds[2]?.all.interval ?? [];
    expect(low).toBeCloseTo(0.2307, 4);
    expect(high).toBeCloseTo(0.8824, 4);
    expect(summary.rounds.every(({ base }) => base === null)).toBe(true);
  });

  it('is how many dialogues had each round, and what it took', () => {
    // A round's tokens are 100 times its number here.
    expect(summary.rounds.map(({ made, tokens }) => [made, tokens])).toEqual([
      [5, 500],
      [4, 800],
      [2, 600],
    ]);
  });

  it('tells what was fixed of what failed from what was spoilt', () => {
    expect(summary).toMatchObject({ failedFirst: 3, fixed: 2, regressed: 1, passedShownOnly: 1 });
    expect(summary.fixRate).toBeCloseTo(2 / 3, 10);
    expect(summary.fixInterval?.map((end) => end.toFixed(4))).toEqual(['0.2077', '0.9385']);
  });

  it('counts why they ended, what came of the programs and whose words were told', () => {
    expect(summary.stops).toEqual({ passed: 3, 'max-rounds': 1, 'no-code': 1 });
    expect(summary.feedbackKinds).toEqual({
      'wrong-output': 5,
      passed: 3,
      exception: 1,
      timeout: 1,
    });
    expect(summary.sources).toEqual({ execution: 5, human: 1 });
    expect(summary).toMatchObject({ refused: { code: 1, 'too-long': 1 }, neutral: 1 });
    expect(summary).toMatchObject({ unchanged: 1, trimmed: 1, withPeople: 0, aside: 0 });
  });

  it('has no rates before anything is completed, and no fix rate where nothing failed', () => {
    const none = summaryOf([], 2);
    expect(none.rounds.map(({ all: { rate, interval } }) => [rate, interval])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(none).toMatchObject({ fixRate: null, fixInterval: null, stops: {} });
    expect(summaryOf([right], 2)).toMatchObject({ failedFirst: 0, fixRate: null });
  });
});

describe('dialogues on two hidden suites', () => {
  const dialogue = dialogueResult({
    rounds: [
      { code: 'wrong on both', base: 'failed', told: 'not as expected' },
      { code: 'right on base', base: 'passed', hidden: 'failed', shown: 'passed' },
    ],
    stop: 'passed',
  });

  it('have a rate by the base alone beside that by all', () => {
    const { rounds, fixed, passedShownOnly } = summaryOf([dialogue], 2);
    expect(rounds.map(({ base, all: by }) => [base?.rate, by.rate])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect({ fixed, passedShownOnly }).toEqual({ fixed: 0, passedShownOnly: 1 });
  });
});

describe('a dialogue that went back', () => {
  const branched = dialogueResult({
    rounds: [
      { code: 'a', told: 'no' },
      { code: 'b', hidden: 'passed', told: 'no' },
      { code: 'c', parent: 'r1', shown: 'passed', hidden: 'passed' },
    ],
    stop: 'passed',
    branch: ['r1', 'r3'],
    steered: true,
  });

  it('counts by the branch that stands, and says how many rounds were left', () => {
    const { rounds, aside, withPeople, feedbackKinds } = summaryOf([branched], 3);
    expect(rounds.map(({ made, tokens }) => [made, tokens > 0])).toEqual([
      [1, true],
      [1, true],
      [0, false],
    ]);
    expect({ aside, withPeople, feedbackKinds }).toEqual({
      aside: 1,
      withPeople: 1,
      feedbackKinds: { passed: 1, 'wrong-output': 1 },
    });
    expect(programsMade(branched.outcome)).toBe(3);
  });

  it('counts what people said of a round from outside it', () => {
    const text = { sha256: 'f'.repeat(64), excerpt: 'try again' };
    const person: Feedback = { source: 'person', text, refused: [], neutral: false };
    const outcome = { ...branched.outcome, said: { r1: [person], r2: [person] } };
    const { sources } = summaryOf([{ ...branched, outcome }], 3);
    expect(sources).toEqual({ execution: 1, person: 1 });
  });
});
