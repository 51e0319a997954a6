import { replyTroubles } from '../../../core/metrics/reply-troubles';
import { attemptOf, callOf, resultOf } from './records';

describe('troubles with replies', () => {
  it('are counted by model: what was asked again, replaced, withheld, too long, cut off and sent again', () => {
    const result = resultOf([0], [0]);
    const outcome = { ...result.outcome, neutralValues: { 'critic-score': 2, solver: 0 } };
    const rows = replyTroubles(
      [attemptOf('p0', 0, { ...result, outcome })],
      [
        callOf({ latencyMs: 1 }),
        callOf({ repair: true, latencyMs: 5 }),
        callOf({ finishReason: 'content-filter', latencyMs: 9 }),
        callOf({ finishReason: 'context-length', resends: 3, latencyMs: null }),
        callOf({ model: 'critic', role: 'critic-score', finishReason: 'length' }),
        callOf({ model: 'critic', role: 'critic-score', state: 'sent', finishReason: null }),
      ],
    );
    expect(rows).toEqual([
      {
        model: 'critic',
        ...{ calls: 1, repairs: 0, neutral: 2, filtered: 0, overflows: 0, cutOff: 1, resends: 0 },
        medianLatencyMs: 3,
      },
      {
        model: 'model',
        ...{ calls: 4, repairs: 1, neutral: 0, filtered: 1, overflows: 1, cutOff: 0, resends: 3 },
        medianLatencyMs: 5,
      },
    ]);
  });

  it('are none of a run that asked nobody', () => {
    expect(replyTroubles([], [])).toEqual([]);
  });
});
