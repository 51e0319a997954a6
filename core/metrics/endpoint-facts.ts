import type { ServedCalls } from '../ports/attempt-figures';
import type { CallRecord } from '../ports/records';
import type { ModelConfig } from '../schemas/run';
import type { DroppableFeature } from '../schemas/model';
import type { Fold } from './fold';

/** Sources of the answers to the calls of a run. */
export interface EndpointFacts {
  /** Address without credentials; null: our own server, or none. */
  readonly address: string | null;
  /** Models as the endpoint named them, in order. Empty: it named none, or nothing was recorded. */
  readonly servedModels: readonly string[];
  /** Answers for which a feature was wanted and left out, since the endpoint refuses it; only those there are. */
  readonly dropped: Readonly<Partial<Record<DroppableFeature, number>>>;
}

export function servedCalls(calls: readonly CallRecord[]): ServedCalls {
  const models = new Set<string>();
  const dropped: Partial<Record<DroppableFeature, string[]>> = {};
  for (const { identity, exchange } of calls) {
    if (exchange === null) continue;
    if (exchange.servedModel !== null) models.add(exchange.servedModel);
    for (const feature of exchange.dropped) (dropped[feature] ??= []).push(identity);
  }
  return { models: [...models], dropped };
}

/** So many digits of an identity tell answers apart where they are counted: of a million, two are alike once in 30 million runs. */
const digitsKept = 16;

/** Facts about several parts together. An answer that several parts used counts once. */
export function allServed(): Fold<ServedCalls, ServedCalls> {
  const models = new Set<string>();
  const dropped = new Map<string, Set<string>>();
  return {
    add: (part) => {
      for (const name of part.models) models.add(name);
      for (const [feature, identities] of Object.entries(part.dropped)) {
        const answers = dropped.get(feature) ?? new Set();
        dropped.set(feature, answers);
        for (const identity of identities) answers.add(identity.slice(0, digitsKept));
      }
    },
    result: () => ({
      models: [...models],
      dropped: Object.fromEntries([...dropped].map(([name, answers]) => [name, [...answers]])),
    }),
  };
}

/** Counts of answers. Each answer counts once, even if another run paid for it. */
export function endpointFacts(model: ModelConfig, { models, dropped }: ServedCalls): EndpointFacts {
  const counts = Object.entries(dropped).map(([name, answers]) => [name, answers.length] as const);
  return {
    address: model.kind === 'endpoint' ? model.logicalEndpoint : null,
    servedModels: models.toSorted(),
    dropped: Object.fromEntries(counts.toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}
