import { UsageError } from '../../core/errors/errors';
import { usualPreparation } from '../../core/names/usual-preparation';
import type { PreparationSetting } from '../../core/names/usual-preparation';
import { shellMethodNames } from '../../core/search/methods';
import { flagName } from './flag-name';
import type { CheckedRequest } from './run-request';

export const preparationSettings = Object.keys(usualPreparation) as readonly PreparationSetting[];

/** Refuses limits of an agent with a shell for another method. @throws UsageError (`OPTION_OF_OTHER_KIND`) */
export function refuseShellLimits(request: CheckedRequest): void {
  const { method } = request;
  const given = (['shellSteps', 'shellTokens'] as const).find(
    (name) => request[name] !== undefined,
  );
  if (given === undefined || shellMethodNames.includes(method)) return;
  throw new UsageError(
    `${flagName(given)} means nothing for --method ${method}, which has no shell`,
    `Leave it out, or choose one of: ${shellMethodNames.join(', ')}`,
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}

/** Refuses settings of the preparation of issues for other problems. @throws UsageError (`OPTION_OF_OTHER_KIND`) */
export function refusePreparation(request: CheckedRequest, isOfPatches: boolean): void {
  const given = preparationSettings.find((name) => request[name] !== undefined);
  if (given === undefined || isOfPatches) return;
  throw new UsageError(
    `${flagName(given)} means nothing for --dataset ${request.dataset}, which has no issues of repositories`,
    'Leave it out, or choose a --dataset of repository tasks (docs/tasks.md)',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}
