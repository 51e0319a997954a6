import type { AttemptRecord, CallRecord } from '../ports/records';
import { ofSearches } from '../work/of-kind';

/** What of a model's replies could not be used as they came. */
export interface ReplyTroubles {
  readonly model: string;
  /** Answered calls. */
  readonly calls: number;
  /** Questions that asked again, after a reply that nobody could read. */
  readonly repairs: number;
  /** Fixed values in the place of a judgement that stayed unreadable; of searches. */
  readonly neutral: number;
  /** Withheld by a filter or refused in the protocol's own field. */
  readonly filtered: number;
  /** The prompt was longer than the model takes. */
  readonly overflows: number;
  /** Ended by the limit of tokens. */
  readonly cutOff: number;
  /** Sends of a request beyond its first: the connection, the server or the worker failed. */
  readonly resends: number;
  /** Of answered calls, ms from sending to the whole answer; null: none says. */
  readonly medianLatencyMs: number | null;
  readonly firstToken: FirstTokens;
}

/** How soon answers began; only one that came piece by piece tells. */
export interface FirstTokens {
  /** Answers that came piece by piece; null: no record says how any answer came. */
  readonly streamed: number | null;
  /** Answers from before that was recorded. */
  readonly unrecorded: number;
  /** Of streamed answers, ms from sending to the first token; null: there is none. */
  readonly medianMs: number | null;
}

export function firstTokens(calls: readonly CallRecord[]): FirstTokens {
  const answered = calls.filter(({ state }) => state === 'answered');
  const recorded = answered.filter(({ exchange }) => exchange?.streamed !== undefined);
  return {
    streamed:
      recorded.length === 0
        ? null
        : recorded.filter(({ exchange }) => exchange?.streamed === true).length,
    unrecorded: answered.length - recorded.length,
    medianMs: medianOf(recorded.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
  };
}

/**
 * By model, in order of name. A neutral value is counted for the model of its role's calls, since records of searches name
 * the role alone.
 */
export function replyTroubles(
  attempts: readonly AttemptRecord[],
  calls: readonly CallRecord[],
): readonly ReplyTroubles[] {
  const neutral = neutralByModel(attempts, calls);
  const models = [...new Set(calls.map(({ model }) => model))].toSorted();
  return models.map((model) => {
    const own = calls.filter((call) => call.model === model);
    const ended = (reason: CallRecord['finishReason']): number =>
      own.filter(({ finishReason }) => finishReason === reason).length;
    return {
      model,
      calls: own.filter(({ state }) => state === 'answered').length,
      repairs: own.filter(({ repair }) => repair).length,
      neutral: neutral.get(model) ?? 0,
      filtered: ended('content-filter'),
      overflows: ended('context-length'),
      cutOff: ended('length'),
      resends: own.reduce((sum, { resends }) => sum + resends, 0),
      medianLatencyMs: medianOf(own.flatMap(({ latencyMs }) => latencyMs ?? [])),
      firstToken: firstTokens(own),
    };
  });
}

function neutralByModel(
  attempts: readonly AttemptRecord[],
  calls: readonly CallRecord[],
): ReadonlyMap<string, number> {
  const modelOf = new Map(calls.map(({ role, model }) => [role, model]));
  const counts = new Map<string, number>();
  const results = attempts.flatMap(({ result }) => result ?? []);
  for (const { outcome } of ofSearches(results)) {
    for (const [role, count] of Object.entries(outcome.neutralValues)) {
      const model = modelOf.get(role);
      if (model !== undefined) counts.set(model, (counts.get(model) ?? 0) + count);
    }
  }
  return counts;
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
