import { droppableFeatures } from '../core/schemas/model';
import type { ModelExchange, ModelRequest, OptionalFeature } from '../core/schemas/model';
import { endpointSeed } from './request-identity';

/**
 * @param of.wanted optional features that it makes use of @param of.features those that the endpoint takes @param of.streamed
 * the answer came piece by piece: an endpoint may ignore that wish
 */
export function exchangeOf(
  { parameters, seed, draw }: ModelRequest,
  of: {
    readonly wanted: readonly OptionalFeature[];
    readonly features: readonly OptionalFeature[];
    readonly streamed: boolean;
  },
): ModelExchange {
  const { temperature, maxTokens, format } = parameters;
  const has = (feature: OptionalFeature): boolean => of.features.includes(feature);
  return {
    servedModel: null,
    temperature: has('temperature') ? (temperature ?? null) : null,
    maxTokens: maxTokens ?? null,
    seed: has('seed') ? endpointSeed(seed, draw) : null,
    schema: has('json-schema') ? (format?.name ?? null) : null,
    dropped: droppableFeatures.filter((feature) => of.wanted.includes(feature) && !has(feature)),
    streamed: of.streamed,
  };
}
