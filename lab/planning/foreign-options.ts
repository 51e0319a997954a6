import { UsageError } from '../../core/errors';
import { kindOfMethod, ownOptions, workRow } from '../../core/kinds/kinds';

type OwnOption = (typeof ownOptions)[number];

/**
 * @param given options, by name; undefined: it was not said
 * @throws UsageError (`UNKNOWN_METHOD`), (`OPTION_OF_OTHER_KIND`) naming an option that means nothing for the method
 */
export function refuseForeignOptions(
  method: string,
  given: { readonly [Option in OwnOption]?: unknown },
): void {
  const { options } = workRow(kindOfMethod(method));
  const foreign = ownOptions.find(
    (option) => given[option] !== undefined && !options.includes(option),
  );
  if (foreign === undefined) return;
  const flag = `--${foreign.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(
    `${flag} means nothing for --method ${method}`,
    'Leave it out, or choose another --method',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}
