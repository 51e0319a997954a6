import type { LoadedRun } from './load-run';
import { countText } from './number-text';

/** `https://host/v1 (served gpt-x-2024; without json-schema in 12 answers)`; null: no endpoint of somebody else's was asked. */
export function endpointText({ calls }: Pick<LoadedRun, 'calls'>): string | null {
  const { address, servedModels, dropped } = calls.endpoint;
  if (address === null) return null;
  const facts = [
    ...(servedModels.length === 0 ? [] : [`served ${servedModels.join(', ')}`]),
    ...Object.entries(dropped).map(
      ([feature, count]) => `without ${feature} in ${countText(count)} answers`,
    ),
  ];
  return facts.length === 0 ? address : `${address} (${facts.join('; ')})`;
}
