import type { ModelPlace, RefusedFeatures } from '../core/adapters/model';
import type { OptionalFeature } from '../core/schemas/model';

/** For as long as this process lives. */
export function rememberRefused(): RefusedFeatures {
  const known = new Map<string, Set<OptionalFeature>>();
  const nameOf = ({ endpoint, model }: ModelPlace): string => JSON.stringify([endpoint, model]);
  return {
    of: (place) => Promise.resolve([...(known.get(nameOf(place)) ?? [])]),
    add: (place, feature) => {
      known.set(nameOf(place), new Set([...(known.get(nameOf(place)) ?? []), feature]));
      return Promise.resolve();
    },
  };
}
