import {
  calledModels,
  firstTokens,
  modelsReplies,
  replyTroubles,
} from '../../../core/metrics/reply-troubles';
import type { CallRecord } from '../../../core/ports/records';
import type { ModelExchange } from '../../../core/schemas/model';
import { callOf } from './records';

const calledOf = (calls: readonly CallRecord[]) => calledModels(modelsReplies(calls));
const tokensOf = (calls: readonly CallRecord[]) => firstTokens(modelsReplies(calls).models);

describe('troubles with replies', () => {
  it('are counted by model: what was asked again, replaced, withheld, too long, cut off and sent again', () => {
    const rows = replyTroubles(
      { neutralValues: { 'critic-score': 2, solver: 0 } },
      calledOf([
        callOf({ latencyMs: 1 }),
        callOf({ repair: true, latencyMs: 5 }),
        callOf({ finishReason: 'content-filter', latencyMs: 9 }),
        callOf({ finishReason: 'context-length', resends: 3, latencyMs: null }),
        callOf({ model: 'critic', role: 'critic-score', finishReason: 'length' }),
        callOf({ model: 'critic', role: 'critic-score', state: 'sent', finishReason: null }),
      ]),
    );
    expect(rows).toEqual([
      {
        model: 'critic',
        ...{ calls: 1, repairs: 0, neutral: 2, filtered: 0, overflows: 0, cutOff: 1, resends: 0 },
        medianLatencyMs: 3,
        firstToken: { streamed: null, unrecorded: 1, medianMs: null },
      },
      {
        model: 'model',
        ...{ calls: 4, repairs: 1, neutral: 0, filtered: 1, overflows: 1, cutOff: 0, resends: 3 },
        medianLatencyMs: 5,
        firstToken: { streamed: null, unrecorded: 4, medianMs: null },
      },
    ]);
  });

  it('count the replaced judgements of all roles that a model had', () => {
    const rows = replyTroubles(
      { neutralValues: { 'critic-score': 2, 'critic-verification': 3 } },
      calledOf([
        callOf({ model: 'critic', role: 'critic-score' }),
        callOf({ model: 'critic', role: 'critic-verification' }),
      ]),
    );
    expect(rows.map(({ neutral }) => neutral)).toEqual([5]);
  });

  it('are none of a run that asked nobody', () => {
    expect(replyTroubles({ neutralValues: {} }, calledOf([]))).toEqual([]);
  });
});

describe('first tokens', () => {
  const sent = { servedModel: null, temperature: null, maxTokens: null, seed: null, schema: null };
  const exchange = (streamed: boolean): ModelExchange => ({ ...sent, dropped: [], streamed });

  it('are those of streamed answers alone; how the others came is counted, and where no record says', () => {
    const streamed = { exchange: exchange(true) };
    expect(
      tokensOf([
        callOf({ ...streamed, firstTokenMs: 10 }),
        callOf({ ...streamed, firstTokenMs: 30 }),
        callOf({ ...streamed, firstTokenMs: null }),
        callOf({ exchange: exchange(false), firstTokenMs: null }),
        callOf({ exchange: { ...sent, dropped: [] } }),
        callOf({ state: 'sent' }),
      ]),
    ).toEqual({ streamed: 3, unrecorded: 1, medianMs: 20 });
  });

  it('are none of answers that came whole, which is said', () => {
    const whole = callOf({ exchange: exchange(false), firstTokenMs: null, latencyMs: 9 });
    expect(tokensOf([whole])).toEqual({ streamed: 0, unrecorded: 0, medianMs: null });
  });
});
