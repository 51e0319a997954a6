import { UsageError } from '../../errors/errors';
import { espalierSanitiser } from './espalier';
import { evalPlusSanitiser } from './evalplus';
import { sanitiserNames } from '../../names/sanitisers';
import type { SanitiserName } from '../../names/sanitisers';
import { noSanitiser } from './none';
import type { Sanitiser } from './sanitiser';

/** A row per sanitiser: one that is missing does not compile. */
const sanitisers: { readonly [Name in SanitiserName]: Sanitiser } = {
  none: noSanitiser,
  evalplus: evalPlusSanitiser,
  espalier: espalierSanitiser,
};

/** @throws UsageError for a name that is none, with those that are */
export function sanitiserNamed(name: string): Sanitiser {
  const known = sanitiserNames.find((one) => one === name);
  if (known !== undefined) return sanitisers[known];
  throw new UsageError(
    `${JSON.stringify(name)} is no sanitiser`,
    `Choose one of: ${sanitiserNames.join(', ')}`,
  );
}
