import { usualPreparation } from '../names/usual-preparation';
import type { Preparation } from '../names/usual-preparation';
import type { RunConfig } from '../schemas/run';

/** How the issues of a run are prepared. */
export function preparationOf(config: RunConfig): Preparation {
  return { ...usualPreparation, ...(config.kind === 'search' ? config.preparation : {}) };
}
