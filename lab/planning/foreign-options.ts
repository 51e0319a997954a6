import { UsageError } from '../../core/errors/errors';
import { kindOfMethod } from '../../core/kinds/kinds';
import { flagName } from './flag-name';
import type { RequestOption } from './request-options';
import { runOptionNames, runOptions } from './run-options';
import type { RunOptionName } from './run-options';

/** Undefined values were not given. @throws UsageError (`UNKNOWN_METHOD`), (`OPTION_OF_OTHER_KIND`) naming the option */
export function refuseForeignOptions(
  method: string,
  given: { readonly [Name in RunOptionName]?: unknown },
): void {
  const kind = kindOfMethod(method);
  const foreign = runOptionNames.find((name) => {
    const option: RequestOption = runOptions[name];
    return given[name] !== undefined && (option.kind ?? kind) !== kind;
  });
  if (foreign === undefined) return;
  throw new UsageError(
    `${flagName(foreign)} means nothing for --method ${method}`,
    'Leave it out, or choose another --method',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}
