import type { RunConfig } from '../../schemas/run';
import type { OfKind } from '../of-kind';

/** What tables call an evaluation's samples: as a person does, else as their file or folder is called. */
export function samplesLabel({
  name,
  source,
}: Pick<OfKind<RunConfig, 'evaluation'>['evaluation'], 'name' | 'source'>): string {
  return name ?? source;
}
