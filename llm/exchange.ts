import { droppableFeatures } from '../core/schemas/model';
import type { ModelExchange, ModelRequest } from '../core/schemas/model';
import type { OptionalFeature } from './failures/refused-request';
import { endpointSeed } from './request-identity';

/**
 * What was sent of a request.
 * @param of.wanted optional features that it makes use of
 * @param of.features those of them that the endpoint takes
 */
export function exchangeOf(
  { parameters, seed, draw }: ModelRequest,
  of: {
    readonly wanted: readonly OptionalFeature[];
    readonly features: readonly OptionalFeature[];
  },
): ModelExchange {
  const { temperature, maxTokens, format } = parameters;
  const has = (feature: OptionalFeature): boolean => of.features.includes(feature);
  return {
    servedModel: null,
    temperature: temperature ?? null,
    maxTokens: maxTokens ?? null,
    seed: has('seed') ? endpointSeed(seed, draw) : null,
    schema: has('json-schema') ? (format?.name ?? null) : null,
    dropped: droppableFeatures.filter((feature) => of.wanted.includes(feature) && !has(feature)),
  };
}
