import type { AttemptRecord, CallRecord } from '../ports/records';
import { ofSearches } from '../work/of-kind';
import type { Fold } from './fold';

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

/** How soon the answers to some calls began. */
export function firstTokens(): Fold<CallRecord, FirstTokens> {
  let [answered, recorded, streamed] = [0, 0, 0];
  const times: number[] = [];
  return {
    add: ({ state, exchange, firstTokenMs }) => {
      if (state !== 'answered') return;
      answered += 1;
      if (exchange?.streamed === undefined) return;
      recorded += 1;
      if (exchange.streamed) streamed += 1;
      if (firstTokenMs != null) times.push(firstTokenMs);
    },
    result: () => ({
      streamed: recorded === 0 ? null : streamed,
      unrecorded: answered - recorded,
      medianMs: medianOf(times),
    }),
  };
}

/** What the calls of a run say of its replies; the neutral values are in the attempts' records. */
export interface CalledModels {
  /** In order of name. */
  readonly models: readonly Omit<ReplyTroubles, 'neutral'>[];
  /** The model that was last asked in a role. */
  readonly modelOf: ReadonlyMap<string, string>;
}

export function calledModels(): Fold<CallRecord, CalledModels> {
  const models = new Map<string, Fold<CallRecord, Omit<ReplyTroubles, 'neutral'>>>();
  const modelOf = new Map<string, string>();
  return {
    add: (call) => {
      const { model, role } = call;
      modelOf.set(role, model);
      const own = models.get(model) ?? troublesOf(model);
      models.set(model, own);
      own.add(call);
    },
    result: () => ({
      models: [...models].sort(byName).map(([, own]) => own.result()),
      modelOf,
    }),
  };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function troublesOf(model: string): Fold<CallRecord, Omit<ReplyTroubles, 'neutral'>> {
  const counts = { calls: 0, repairs: 0, filtered: 0, overflows: 0, cutOff: 0, resends: 0 };
  const latencies: number[] = [];
  const firstToken = firstTokens();
  return {
    add: (call) => {
      const { state, repair, finishReason, resends, latencyMs } = call;
      if (state === 'answered') counts.calls += 1;
      if (repair) counts.repairs += 1;
      if (finishReason === 'content-filter') counts.filtered += 1;
      if (finishReason === 'context-length') counts.overflows += 1;
      if (finishReason === 'length') counts.cutOff += 1;
      counts.resends += resends;
      if (latencyMs !== null) latencies.push(latencyMs);
      firstToken.add(call);
    },
    result: () => ({
      model,
      ...counts,
      medianLatencyMs: medianOf(latencies),
      firstToken: firstToken.result(),
    }),
  };
}

/**
 * By model, in order of name. A neutral value is counted for the model of its role's calls, since records of searches name
 * the role alone.
 */
export function replyTroubles(
  attempts: readonly AttemptRecord[],
  { models, modelOf }: CalledModels,
): readonly ReplyTroubles[] {
  const neutral = neutralByModel(attempts, modelOf);
  return models.map((own) => ({ ...own, neutral: neutral.get(own.model) ?? 0 }));
}

function neutralByModel(
  attempts: readonly AttemptRecord[],
  modelOf: CalledModels['modelOf'],
): ReadonlyMap<string, number> {
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
