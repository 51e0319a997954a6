import type { CallRecord } from '../ports/records';
import type { ModelConfig } from '../schemas/run';
import type { DroppableFeature } from '../schemas/model';
import type { Fold } from './fold';

/** What answered a run's calls. */
export interface EndpointFacts {
  /** Address without credentials; null: our own server, or none. */
  readonly address: string | null;
  /** As the endpoint named them, in order; empty: it did not, or nothing of it was kept. */
  readonly servedModels: readonly string[];
  /** Answers for which a feature was wanted and left out, since the endpoint refuses it; only those there are. */
  readonly dropped: Readonly<Partial<Record<DroppableFeature, number>>>;
}

/** Counts of answers, once each, whoever paid for them. */
export function endpointFacts(model: ModelConfig): Fold<CallRecord, EndpointFacts> {
  const served = new Set<string>();
  const dropped = new Map<DroppableFeature, Set<string>>();
  return {
    add: ({ identity, exchange }) => {
      if (exchange === null) return;
      if (exchange.servedModel !== null) served.add(exchange.servedModel);
      for (const feature of exchange.dropped) {
        dropped.set(feature, (dropped.get(feature) ?? new Set()).add(identity));
      }
    },
    result: () => ({
      address: model.kind === 'endpoint' ? model.logicalEndpoint : null,
      servedModels: [...served].sort(),
      dropped: Object.fromEntries(
        [...dropped].map(([name, answers]) => [name, answers.size] as const).sort(),
      ),
    }),
  };
}
