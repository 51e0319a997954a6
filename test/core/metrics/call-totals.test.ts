import { callTotals } from '../../../core/metrics/call-totals';
import { callOf } from './records';

describe('the totals of a run’s calls', () => {
  it('sum tokens and cost of every answer used, and show apart what this run paid', () => {
    const totals = callTotals([
      callOf(),
      callOf({ paidHere: false }),
      callOf({ resends: 2, knownResends: 1 }),
    ]);
    expect(totals).toEqual({
      calls: 3,
      repeatedCalls: 2,
      knownRepeatedCalls: 1,
      paidCalls: 2,
      promptTokens: 30,
      completionTokens: 15,
      callsWithoutUsage: 0,
      costUsd: 0.75,
      paidUsd: 0.5,
    });
  });

  it('make a cost unknown, not smaller, when one price is', () => {
    const totals = callTotals([callOf(), callOf({ costUsd: null, paidHere: false })]);
    expect(totals.costUsd).toBeNull();
    expect(totals.paidUsd).toBe(0.25);
  });

  it('count a call still in flight as a call and its re-sends as repeats, and nothing else of it', () => {
    const sent = callOf({
      state: 'sent',
      paidHere: false,
      resends: 1,
      promptTokens: null,
      completionTokens: null,
      costUsd: null,
    });
    expect(callTotals([sent])).toMatchObject({
      calls: 1,
      repeatedCalls: 1,
      paidCalls: 0,
      callsWithoutUsage: 0,
      costUsd: 0,
    });
  });

  it('say how many answers came without usage', () => {
    const totals = callTotals([callOf({ promptTokens: null, completionTokens: null }), callOf()]);
    expect(totals).toMatchObject({ callsWithoutUsage: 1, promptTokens: 10 });
  });
});
