import type { RunConfig } from '../../schemas/run';
import type { OfKind } from '../of-kind';

/** Name of the samples of an evaluation in tables: the name that a person gave, otherwise the name of the file or folder. */
export function samplesLabel({
  name,
  source,
}: Pick<OfKind<RunConfig, 'evaluation'>['evaluation'], 'name' | 'source'>): string {
  return name ?? source;
}
