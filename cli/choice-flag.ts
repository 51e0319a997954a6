import { UsageError } from '../core/errors/errors';

/** The word of a flag such as `--grade`. @throws UsageError naming the flag, its value and the allowed values */
export function choiceFlag<Word extends string>(
  flag: string,
  given: string,
  known: readonly Word[],
): Word {
  const word = known.find((one) => one === given);
  if (word !== undefined) return word;
  throw new UsageError(
    `${flag} ${JSON.stringify(given)} is unknown`,
    `Choose one of ${known.join(', ')}`,
    { code: 'BAD_FLAG' },
  );
}
