import { UsageError } from '../core/errors';

/** A flag's number; undefined when the flag is absent. @throws UsageError naming the flag and its value. */
export function parseNumber(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isFinite(number) && number >= 0) return number;
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(
    `${flag} ${JSON.stringify(value)} is not a number from 0 up`,
    'Give a number',
    {
      code: 'BAD_FLAG',
    },
  );
}
