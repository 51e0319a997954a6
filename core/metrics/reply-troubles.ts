import type {
  AnswerStarts,
  ModelReplies,
  ModelsReplies,
  ReplySums,
} from '../ports/attempt-figures';
import type { CallRecord } from '../ports/records';
import type { AttemptSums } from '../ports/run-sums';
import type { Fold } from './fold';
import { sumUp } from './sum-up';

/** Replies of a model that could not be used as they came. */
export interface ReplyTroubles {
  readonly model: string;
  /** Answered calls. */
  readonly calls: number;
  /** Requests to correct the form, after an unreadable reply. */
  readonly repairs: number;
  /** Fallback values after a judgement that stayed unreadable. Only in searches. */
  readonly neutral: number;
  /** Withheld by a filter or refused in the protocol's own field. */
  readonly filtered: number;
  /** The prompt was longer than the model takes. */
  readonly overflows: number;
  /** Ended by the limit of tokens. */
  readonly cutOff: number;
  /** Repeated sends of a request: the connection, the server or the worker failed. */
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
export function firstTokens(starts: readonly AnswerStarts[]): FirstTokens {
  const count = (read: (part: AnswerStarts) => number): number =>
    starts.reduce((sum, part) => sum + read(part), 0);
  const recorded = count((part) => part.recorded);
  return {
    streamed: recorded === 0 ? null : count(({ streamed }) => streamed),
    unrecorded: count(({ answered }) => answered) - recorded,
    medianMs: medianOf(starts.flatMap(({ firstTokenMs }) => firstTokenMs)),
  };
}

/** What the calls of a run say of its replies; the fallback values are in the attempts' records. */
export interface CalledModels {
  /** In order of name. */
  readonly models: readonly Omit<ReplyTroubles, 'neutral'>[];
  /** The model that was last asked in a role. */
  readonly modelOf: ReadonlyMap<string, string>;
}

/** Of parts of a run together; in a role that several models were asked in, the last part's stands. */
export function allReplies(): Fold<ModelsReplies, ModelsReplies> {
  const models = new Map<string, Fold<ReplySums, ReplySums>>();
  const modelOf = new Map<string, string>();
  return {
    add: (part) => {
      for (const [role, model] of Object.entries(part.modelOf)) modelOf.set(role, model);
      for (const { model, ...replies } of part.models) {
        const own = models.get(model) ?? sumUp(noReplies);
        models.set(model, own);
        own.add(replies);
      }
    },
    result: () => ({
      models: [...models].map(([model, own]) => ({ model, ...own.result() })),
      modelOf: Object.fromEntries(modelOf),
    }),
  };
}

const noReplies: ReplySums = {
  answered: 0,
  recorded: 0,
  streamed: 0,
  firstTokenMs: [],
  repairs: 0,
  filtered: 0,
  overflows: 0,
  cutOff: 0,
  resends: 0,
  latencyMs: [],
};

export function calledModels({ models, modelOf }: ModelsReplies): CalledModels {
  return {
    models: models.map(troublesOf).toSorted(byName),
    modelOf: new Map(Object.entries(modelOf)),
  };
}

type CalledModel = CalledModels['models'][number];

function byName({ model: left }: CalledModel, { model: right }: CalledModel): number {
  return left < right ? -1 : 1;
}

function troublesOf({ model, answered, latencyMs, ...replies }: ModelReplies): CalledModel {
  const { repairs, filtered, overflows, cutOff, resends } = replies;
  return {
    model,
    ...{ calls: answered, repairs, filtered, overflows, cutOff, resends },
    medianLatencyMs: medianOf(latencyMs),
    firstToken: firstTokens([{ answered, ...replies }]),
  };
}

/** By model, in order of name. A fallback value counts for the model of its role: search records name only the role. */
export function replyTroubles(
  { neutralValues }: Pick<AttemptSums, 'neutralValues'>,
  { models, modelOf }: CalledModels,
): readonly ReplyTroubles[] {
  const neutral = new Map<string, number>();
  for (const [role, count] of Object.entries(neutralValues)) {
    const model = modelOf.get(role);
    if (model !== undefined) neutral.set(model, (neutral.get(model) ?? 0) + count);
  }
  return models.map((own) => ({ ...own, neutral: neutral.get(own.model) ?? 0 }));
}

function medianOf(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
