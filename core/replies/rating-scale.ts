export interface Scale {
  readonly least: number;
  readonly most: number;
}

export function isOn({ least, most }: Scale, value: number): boolean {
  return value >= least && value <= most;
}

/** What was said without a scale is on the one that was asked for. */
export function isOfScale(scale: Scale, most: string | undefined): boolean {
  return most === undefined || Number(most) === scale.most;
}

/** A number, as the source of a pattern, */
export const number = String.raw`(-?\d{1,6}(?:\.\d{1,6})?)`;
/** and of how many: another scale than the one that was asked for is none of ours. */
export const of = String.raw`(?:\s?(?:/|out of)\s?(\d{1,3})\b)`;
