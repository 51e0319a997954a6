const numeral = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;

/** A decimal numeral as sign, digits without leading and trailing zeros, and the power of ten behind them. */
export interface Decimal {
  readonly negative: boolean;
  /** Empty for zero. */
  readonly digits: string;
  readonly exponent: number;
  /** Written without point and exponent. */
  readonly whole: boolean;
  /** The nearest double; infinite beyond its range. */
  readonly value: number;
}

/** null for anything but plain decimal numerals: `1`, `-0.50`, `.5`, `1e-9`; not `inf`, `0x1f`, `1_000`. */
export function readDecimal(token: string): Decimal | null {
  const found = numeral.exec(token);
  if (found === null) return null;
  const [, sign, before = '', after, power] = found;
  if (before === '' && (after ?? '') === '') return null;
  const leading = `${before}${after ?? ''}`.replace(/^0+/, '');
  const digits = withoutEndZeros(leading);
  return {
    negative: sign === '-' && digits !== '',
    digits,
    exponent:
      digits === ''
        ? 0
        : Number(power ?? 0) - (after ?? '').length + leading.length - digits.length,
    whole: after === undefined && power === undefined,
    value: Number(token),
  };
}

/** As Python's `float` reads a token, underscores aside: a numeral, or an infinity; null for anything else, NaN too. */
export function readDouble(token: string): number | null {
  const infinite = /^([+-]?)inf(?:inity)?$/i.exec(token);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  return readDecimal(token)?.value ?? null;
}

/** In time linear in the text: `/0+$/` begins anew at each zero of a run that does not end the digits. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** Whether two numerals write exactly the same number, however large. */
export function sameNumber(left: Decimal, right: Decimal): boolean {
  return (
    left.negative === right.negative &&
    left.digits === right.digits &&
    left.exponent === right.exponent
  );
}
