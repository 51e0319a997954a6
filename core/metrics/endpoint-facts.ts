import type { CallRecord } from '../ports/records';
import type { ModelConfig } from '../schemas/run';
import type { DroppableFeature } from '../schemas/model';

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
export function endpointFacts(model: ModelConfig, calls: readonly CallRecord[]): EndpointFacts {
  const exchanges = [
    ...new Map(
      calls.flatMap(({ identity, exchange }) => (exchange === null ? [] : [[identity, exchange]])),
    ).values(),
  ];
  const dropped = exchanges.flatMap((exchange) => exchange.dropped).sort();
  const served = exchanges.flatMap(({ servedModel }) =>
    servedModel === null ? [] : [servedModel],
  );
  return {
    address: model.kind === 'endpoint' ? model.logicalEndpoint : null,
    servedModels: [...new Set(served)].sort(),
    dropped: Object.fromEntries(
      [...new Set(dropped)].map((name) => [name, dropped.filter((one) => one === name).length]),
    ),
  };
}
