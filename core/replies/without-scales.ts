import type { Scale } from './rating-scale';

const plainNumber = String.raw`\d{1,6}(?:\.\d{1,6})?`;
/** `0-5`, `0..5`, `0 to 5`; `0, 1, 2 or 3`, `0/1/2`; of two numbers with blanks around the dash, those of the scale alone. */
const ranges = new RegExp(
  String.raw`(?<![\w.])${plainNumber}(?:(?:[-–—]|\.{2,3}|…|\s(?:\.{2,3}|to|through)\s)${plainNumber}|(?:\sor\s${plainNumber}){1,12}|(?:\s?[,/|]\s?${plainNumber}){2,12}(?:,?\sor\s${plainNumber})?)(?![\w]|\.\d)`,
  'g',
);

/** The text with blanks in place of ranges of numbers: places stay. */
export function withoutScales(prose: string, { least, most }: Scale): string {
  const whole = new RegExp(
    String.raw`(?<![\w.])${String(least)}\s{1,3}[-–—]\s{1,3}${String(most)}(?![\w]|\.\d)`,
    'g',
  );
  const blank = (range: string) => ' '.repeat(range.length);
  return prose.replace(ranges, blank).replace(whole, blank);
}
