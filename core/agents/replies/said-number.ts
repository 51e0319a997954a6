import { memberInReply } from './json-in-reply';

export interface Scale {
  readonly least: number;
  readonly most: number;
}

export interface SaidNumber {
  readonly number: number;
  /** The object in which it stood; null: in prose. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

const names = ['score', 'output_score', 'final_score', 'rating', 'grade'];
const number = String.raw`(-?\d{1,6}(?:\.\d{1,6})?)`;
const marks = String.raw`[\s*_"'\x60:=]{0,9}`;

/** Of how many: another scale than the one that was asked for is none of ours. */
const of = String.raw`(?:\s?(?:/|out of)\s?(\d{1,3})\b)`;

const label =
  String.raw`(?:score|rating|grade|quality|helpfulness)s?\b[\s*_"'\x60]{0,9}(?:\([^()\n]{0,30}\)[\s*_]{0,6})?` +
  String.raw`(?:is|of|[:=])${marks}(?:[\d.\s*+/()]{1,80}=\s?)?${number}(?!\s?[*+]|[\d.]*[*+])${of}?`;
/** A line that begins so: `Score: 3`, `**Final rating (0-5):** 3`, `CORRECTNESS_SCORE: 0.2`, `quality=2`; of a sum, its end. */
const headed = new RegExp(String.raw`^[\s#*_>"'\x60-]{0,9}(?:\w{1,20}[ _]){0,3}${label}`, 'gim');
/** `it gets a score of 3`. */
const named = new RegExp(String.raw`(?:\b|_)${label}`, 'gi');
/** `I would rate this a 4 out of 10`, `I'd give it 3`. */
const rated = new RegExp(
  String.raw`\b(?:rate|rated|give|score|grade)\b[^.\n\d]{0,60}?\b(?:a|an|at|as)?\s?${marks}${number}${of}?`,
  'gi',
);
/** `4 out of 5`, where it is not of tests. */
const outOf = new RegExp(
  String.raw`${number}${of}(?!\s{1,3}(?:\w{1,20}\s)?(?:tests?|cases?|examples?|inputs?|assertions?)\b)`,
  'gi',
);
const boxed = new RegExp(String.raw`\\boxed\{\s?${number}\s?\}`, 'g');
/** A line that is a number and nothing else. */
const bare = new RegExp(String.raw`^[\s#*_>"'\x60]{0,9}${number}${of}?[\s*_"'\x60.]{0,9}$`);

export function isOn({ least, most }: Scale, value: number): boolean {
  return value >= least && value <= most;
}

/** Where a score is looked for in prose: replies begin or end with it. */
const lookedAt = 4_000;

/**
 * The number with which a reply rates something: of a JSON object, else the last that prose calls a score, a rating or a
 * grade or gives out of so many, else a line of its own at the beginning or the end. Never a digit from elsewhere, and none
 * outside the scale. null: it says none.
 */
export function saidNumber(text: string, scale: Scale): SaidNumber | null {
  const inScale = (value: number) => isOn(scale, value);
  const member = memberInReply(text, names, (value) => numberOf(value, scale));
  if (member !== null)
    return inScale(member.value) ? { number: member.value, object: member.object } : null;
  const prose =
    text.length > 2 * lookedAt ? `${text.slice(0, lookedAt)}\n${text.slice(-lookedAt)}` : text;
  for (const pattern of [boxed, headed, named, rated, outOf]) {
    const said = [...prose.matchAll(pattern)]
      .filter(([, , most]) => isOfScale(scale, most))
      .map(([, written]) => Number(written))
      .findLast(inScale);
    if (said !== undefined) return { number: said, object: null };
  }
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  for (const line of [lines.at(-1), lines[0]]) {
    const [, said, most] = bare.exec(line ?? '') ?? [];
    if (said !== undefined && isOfScale(scale, most) && inScale(Number(said)))
      return { number: Number(said), object: null };
  }
  return null;
}

/** What was said without a scale is on the one that was asked for. */
function isOfScale(scale: Scale, most: string | undefined): boolean {
  return most === undefined || Number(most) === scale.most;
}

/** A number as JSON gives it, or written as a text: `3`, `"3"`, `"3/5"`. */
function numberOf(value: unknown, scale: Scale): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const written = new RegExp(String.raw`^\s{0,9}${number}${of}?\s{0,9}$`).exec(value);
  if (written?.[1] === undefined || !isOfScale(scale, written[2])) return null;
  return Number(written[1]);
}
