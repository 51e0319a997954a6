import { usualPreparation } from '../names/usual-preparation';
import type { Preparation, PreparationSetting } from '../names/usual-preparation';
import type { RunConfig } from '../schemas/run';
import { withUsual } from '../values/with-usual';

/** How the issues of a run are prepared. */
export function preparationOf(config: RunConfig): Preparation {
  const told = config.kind === 'search' ? config.preparation : undefined;
  return withUsual<PreparationSetting>(usualPreparation, told);
}
