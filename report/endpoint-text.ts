import type { LoadedRun } from './load-run';
import { countText } from '../core/words/plural';

/** `https://host/v1 (served gpt-x-2024; without json-schema in 12 answers)`; null: no endpoint of somebody else's was asked. */
export function endpointText({
  record,
  calls,
}: Pick<LoadedRun, 'record' | 'calls'>): string | null {
  const { address, servedModels, dropped } = calls.endpoint;
  if (address === null) return null;
  const facts = [
    ...(servedModels.length === 0 ? [] : [`served ${servedModels.join(', ')}`]),
    ...Object.entries(dropped).map(
      ([feature, count]) => `without ${feature} in ${countText(count)} answers`,
    ),
  ];
  const { movedTo } = record;
  const place = movedTo === null ? address : `${address}, asked at ${movedTo} now`;
  return facts.length === 0 ? place : `${place} (${facts.join('; ')})`;
}
