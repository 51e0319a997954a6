import type { AnswerStarts, ModelReplies, ModelsReplies } from '../ports/attempt-figures';
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
  /** AnswerStarts that came piece by piece; null: no record says how any answer came. */
  readonly streamed: number | null;
  /** AnswerStarts from before that was recorded. */
  readonly unrecorded: number;
  /** Of streamed answers, ms from sending to the first token; null: there is none. */
  readonly medianMs: number | null;
}

export function modelsReplies(calls: readonly CallRecord[]): ModelsReplies {
  const models = new Set(calls.map(({ model }) => model));
  return {
    models: [...models].map((model) =>
      repliesOf(
        model,
        calls.filter((call) => call.model === model),
      ),
    ),
    modelOf: Object.fromEntries(calls.map(({ role, model }) => [role, model])),
  };
}

function repliesOf(model: string, calls: readonly CallRecord[]): ModelReplies {
  const count = (counts: (call: CallRecord) => boolean): number => calls.filter(counts).length;
  const answered = calls.filter(({ state }) => state === 'answered');
  const recorded = answered.filter(({ exchange }) => exchange?.streamed !== undefined);
  return {
    model,
    answered: answered.length,
    recorded: recorded.length,
    streamed: recorded.filter(({ exchange }) => exchange?.streamed === true).length,
    firstTokenMs: recorded.flatMap(({ firstTokenMs }) => firstTokenMs ?? []),
    repairs: count(({ repair }) => repair),
    filtered: count(({ finishReason }) => finishReason === 'content-filter'),
    overflows: count(({ finishReason }) => finishReason === 'context-length'),
    cutOff: count(({ finishReason }) => finishReason === 'length'),
    resends: calls.reduce((sum, { resends }) => sum + resends, 0),
    latencyMs: calls.flatMap(({ latencyMs }) => latencyMs ?? []),
  };
}

/** How soon the answers to some calls began. */
export function firstTokens(): Fold<AnswerStarts, FirstTokens> {
  let [answered, recorded, streamed] = [0, 0, 0];
  const times: number[] = [];
  return {
    add: (part) => {
      answered += part.answered;
      recorded += part.recorded;
      streamed += part.streamed;
      for (const ms of part.firstTokenMs) times.push(ms);
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

/** Of parts of a run in their order. */
export function calledModels(): Fold<ModelsReplies, CalledModels> {
  const models = new Map<string, Fold<ModelReplies, Omit<ReplyTroubles, 'neutral'>>>();
  const modelOf = new Map<string, string>();
  return {
    add: (part) => {
      for (const [role, model] of Object.entries(part.modelOf)) modelOf.set(role, model);
      for (const replies of part.models) {
        const own = models.get(replies.model) ?? troublesOf(replies.model);
        models.set(replies.model, own);
        own.add(replies);
      }
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

function troublesOf(model: string): Fold<ModelReplies, Omit<ReplyTroubles, 'neutral'>> {
  const counts = { calls: 0, repairs: 0, filtered: 0, overflows: 0, cutOff: 0, resends: 0 };
  const latencies: number[] = [];
  const firstToken = firstTokens();
  return {
    add: (part) => {
      counts.calls += part.answered;
      counts.repairs += part.repairs;
      counts.filtered += part.filtered;
      counts.overflows += part.overflows;
      counts.cutOff += part.cutOff;
      counts.resends += part.resends;
      for (const ms of part.latencyMs) latencies.push(ms);
      firstToken.add(part);
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
