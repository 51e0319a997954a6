import { answeringObjects, isAnnouncedAsForm } from './answering-objects';
import { lastRating } from './last-rating';
import { isOfScale, isOn, number, of } from './rating-scale';
import type { Scale } from './rating-scale';
import {
  bare,
  boxed,
  given,
  headed,
  named,
  outOf,
  rated,
  scored,
  scoredWithReason,
} from './ways-to-rate';
import { withoutScales } from './without-scales';

export interface ReadRating {
  readonly number: number;
  /** The object in which it stood; null: in prose. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

const names = ['score', 'output_score', 'final_score', 'rating', 'grade'];

/** Where a score is looked for in prose: replies begin or end with it. */
const lookedAt = 4_000;

/**
 * The rating of a reply: the last of its JSON objects, of lines that are a score or an overall or final rating alone
 * (`Score: 3`, `Overall rating: 3/5`), and of what its writer gives the whole (`I give it 3`); without an object, also of
 * lines that give a reason after such a score. Else what a line calls a score or a quality, else the last that prose calls a
 * score, a rating or a grade or gives out of so many, else a line of its own at the beginning or the end. Never a digit from
 * elsewhere, of a repeated scale (`0-5`) or outside the scale. null: it says none.
 */
export function readRating(text: string, scale: Scale): ReadRating | null {
  const inScale = (value: number) => isOn(scale, value);
  const { members, rest } = answeringObjects(text, names, (value) => numberOf(value, scale));
  const member = members.at(-1);
  const prose = withoutScales(middleLeftOut(rest), scale);
  const answered = member !== undefined && !isAnnouncedAsForm(text, member);
  const said = answered
    ? lastRating([scored, given], prose, scale)
    : (lastRating([scored, scoredWithReason, given, boxed], prose, scale) ??
      lastRating([headed], prose, scale));
  if (member !== undefined && member.from > (said?.at ?? -1))
    return inScale(member.value) ? { number: member.value, object: member.object } : null;
  if (said !== null) return { number: said.number, object: null };
  for (const way of [named, rated, outOf]) {
    const one = lastRating([way], prose, scale);
    if (one !== null) return { number: one.number, object: null };
  }
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  for (const line of [lines.at(-1), lines[0]]) {
    const [, written, most] = bare.exec(line ?? '') ?? [];
    if (written !== undefined && isOfScale(scale, most) && inScale(Number(written)))
      return { number: Number(written), object: null };
  }
  return null;
}

/** Blanks in place of the middle of a long text. */
function middleLeftOut(text: string): string {
  if (text.length <= 2 * lookedAt) return text;
  const blank = ' '.repeat(text.length - 2 * lookedAt - 1);
  return `${text.slice(0, lookedAt)}\n${blank}${text.slice(-lookedAt)}`;
}

/** A number as JSON gives it, or written as a text: `3`, `"3"`, `"3/5"`. */
function numberOf(value: unknown, scale: Scale): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const written = new RegExp(String.raw`^\s{0,9}${number}${of}?\s{0,9}$`).exec(value);
  if (written?.[1] === undefined || !isOfScale(scale, written[2])) return null;
  return Number(written[1]);
}
