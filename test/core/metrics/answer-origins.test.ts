import {
  debuggerAnswers,
  debuggerShares,
  repeatedDraws,
  verificationsWithoutTruth,
} from '../../../core/metrics/answer-origins';
import type { CallRecord } from '../../../core/ports/records';
import type { AnswerOrigin } from '../../../core/schemas/model';
import { callOf } from './records';

const repair = (rule: AnswerOrigin['rule']) => callOf({ role: 'debugger', origin: { rule } });

describe('the origins of recorded answers', () => {
  it('give the three shares of Debugger answers', () => {
    const calls = [
      repair('recorded-repair'),
      repair('recorded-no-change'),
      repair('solver-rule'),
      repair('solver-rule'),
      callOf({ origin: { rule: 'draw' } }),
      callOf({ role: 'debugger', repair: true, origin: { rule: 'recorded-repair' } }),
    ];
    expect(debuggerShares(debuggerAnswers(calls))).toEqual({
      answers: 4,
      recordedRepair: 0.25,
      noChange: 0.25,
      solverRule: 0.5,
    });
  });

  it('give no shares where no Debugger answered or the server did not say', () => {
    expect(debuggerShares(debuggerAnswers([callOf(), callOf({ role: 'debugger' })]))).toBeNull();
  });

  it('say from which ordinal draws repeat, comparing ordinals as numbers', () => {
    const repeated: AnswerOrigin = { rule: 'draw', repeated: true };
    const calls = [
      callOf({ node: 'n12', origin: repeated }),
      callOf({ node: 'n9', origin: repeated }),
      callOf({ node: 'n3', origin: { rule: 'draw', repeated: false } }),
      callOf({ node: 'root', role: 'thinker-strategies', origin: repeated }),
    ];
    expect(repeatedDraws(calls)).toEqual({ from: 9, count: 2 });
    expect(repeatedDraws([callOf()])).toBeNull();
  });

  it('are told of the later rounds of dialogues, too', () => {
    const call = callOf({ role: 'debugger' });
    const later = (round: string, origin: AnswerOrigin): CallRecord => ({
      ...call,
      kind: 'dialogue',
      round,
      origin,
    });
    const calls = [
      later('r2', { rule: 'recorded-repair' }),
      later('r11', { rule: 'solver-rule', repeated: true }),
    ];
    expect(debuggerShares(debuggerAnswers(calls))).toMatchObject({
      answers: 2,
      recordedRepair: 0.5,
    });
    // Round ids begin at r1, ordinals at 0.
    expect(repeatedDraws(calls)).toEqual({ from: 10, count: 1 });
  });

  it('know of verifications in searches alone', () => {
    const elsewhere = { kind: 'elsewhere' } as unknown as { kind: 'search' };
    const verification = { rule: 'judged', truthKnown: false } as const;
    const call = callOf({ role: 'critic-verification', origin: verification });
    expect(verificationsWithoutTruth([{ ...call, ...elsewhere }])).toBe(0);
  });

  it('count verifications of programs that nobody has labelled', () => {
    const judged = (truthKnown: boolean) =>
      callOf({ role: 'critic-verification', origin: { rule: 'judged', truthKnown } });
    expect(verificationsWithoutTruth([judged(false), judged(true), callOf()])).toBe(1);
  });
});
