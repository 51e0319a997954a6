import { answeringObjects, isAnnouncedAsForm } from './answering-objects';

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
/** A line or a sentence that begins so: `Score: 3`, `**Final rating (0-5):** 3`, `CORRECTNESS_SCORE: 0.2`, `quality=2`; of a sum, its end. */
const headed = new RegExp(
  String.raw`(?:^|(?<=[.!?]\s))[\s#*_>"'\x60-]{0,9}(?:\w{1,20}[ _]){0,3}${label}`,
  'gim',
);
/** `it gets a score of 3`. */
const named = new RegExp(String.raw`(?:\b|_)${label}`, 'gi');
/** `I would rate this a 4 out of 10`, `I'd give it 3`. */
const rated = new RegExp(
  String.raw`\b(?:rate|rated|give|score|grade)\b[^.\n\d]{0,60}?\b(?:a|an|at|as)?\s?${marks}${number}${of}?`,
  'gi',
);
/** `I give it a 3/5`, `I rate the program 4`: of the whole, and of no part or test of it. */
const given = new RegExp(
  String.raw`\bI(?:['’]ll|\s(?:will|now|therefore|must)){0,2}\s(?:rate|give|score|grade)\b` +
    String.raw`(?:\s(?:it|this|that|(?:the|this|its)\s(?:\w{1,20}\s)?(?:program|code|solution|implementation|candidate|function|submission|answer|outputs?)))?` +
    String.raw`(?:\s(?:an?|at|as|only|just|now|the|final|overall|score|rating|grade|of|with)){0,6}${marks}${number}` +
    String.raw`(?:${of}(?!\s(?:for|on)\b)|(?=[\s*_"'\x60)]{0,9}(?:$|[,;:!(–—]|\.(?!\d)|-\s)|\s(?:because|since|as|overall|instead|now|here)\b))`,
  'gim',
);
/** A sentence of what would be. */
const hypothetical = /\b(?:had|if|would|could|were)\b|\bI['’]d\b/i;
const ownLabel =
  String.raw`(?:^|(?<=[.!?]\s))[\s#*_>"'\x60-]{0,9}(?:(?:my|the|so|new|revised|corrected|output|total|final|overall)[ _]){0,4}` +
  String.raw`(?:score|(?<=(?:final|overall)[ _])(?:rating|grade))\b[\s*_"'\x60]{0,9}(?:\([^()\n]{0,30}\)[\s*_]{0,6})?` +
  String.raw`(?:is|of|[:=])${marks}(?:[\d.\s*+/()]{1,80}=\s?)?${number}`;
/** `Score: 3`, `**Final rating:** 3/5`, with nothing behind it on its line: no count of anything. */
const scored = new RegExp(
  String.raw`${ownLabel}(?:${of}(?!\s(?:for|on|in)\b)|(?=[ \t\r*_"'\x60.!)]{0,9}$))`,
  'gim',
);
/** `Score: 3 - two cases are missed`, `Score: 3 (of 5)`. */
const scoredWithReason = new RegExp(
  String.raw`${ownLabel}(?:${of}|(?=[ \t*_"'\x60]{0,9}(?:[-–—(,;:]|\.\s)))`,
  'gim',
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
 * The number with which a reply rates something: the last of its JSON objects, of what a line calls its score or its overall
 * or final rating and nothing more (`Score: 3`, `Overall rating: 3/5`), and of what its writer gives the whole (`I give it 3`);
 * without an object, also of such a score with a reason behind it. Else what some line calls a score or a quality, else the
 * last that prose calls a score, a rating or a grade or gives out of so many, else a line of its own at the beginning or the
 * end. Never a digit from elsewhere, none of a scale that was only repeated (`0-5`, `0, 1 or 2`), and none outside the scale.
 * null: it says none.
 */
export function saidNumber(text: string, scale: Scale): SaidNumber | null {
  const inScale = (value: number) => isOn(scale, value);
  const { members, rest } = answeringObjects(text, names, (value) => numberOf(value, scale));
  const member = members.at(-1);
  const prose = withoutScales(middleLeftOut(rest), scale);
  const answered = member !== undefined && !isAnnouncedAsForm(text, member);
  const said = answered
    ? lastOf([scored, given], prose, scale)
    : (lastOf([scored, scoredWithReason, given, boxed], prose, scale) ??
      lastOf([headed], prose, scale));
  if (member !== undefined && member.from > (said?.at ?? -1))
    return inScale(member.value) ? { number: member.value, object: member.object } : null;
  if (said !== null) return { number: said.number, object: null };
  for (const pattern of [named, rated, outOf]) {
    const one = lastOf([pattern], prose, scale);
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

/** The number said last in one of these ways, and where. */
function lastOf(
  patterns: readonly RegExp[],
  prose: string,
  scale: Scale,
): { readonly number: number; readonly at: number } | null {
  const found = patterns.flatMap((pattern) =>
    [...prose.matchAll(pattern)]
      .filter(([, , most]) => isOfScale(scale, most))
      .filter(({ index }) => pattern !== given || !hypothetical.test(sentenceAt(prose, index)))
      .map(({ index, 1: written }) => ({ number: Number(written), at: index }))
      .filter(({ number }) => isOn(scale, number)),
  );
  return found.toSorted((a, b) => a.at - b.at).at(-1) ?? null;
}

/** The sentence around a place, so far as it is near. */
function sentenceAt(prose: string, at: number): string {
  const before = prose.slice(Math.max(0, at - 300), at).split(/[.!?]\s|\n/);
  const behind = prose.slice(at, at + 300).split(/[.!?](?:\s|$)|\n/);
  return `${before.at(-1) ?? ''}${behind[0] ?? ''}`;
}

const plainNumber = String.raw`\d{1,6}(?:\.\d{1,6})?`;
/** `0-5`, `0..5`, `0 to 5`; `0, 1, 2 or 3`, `0/1/2`; of two numbers with blanks around the dash, those of the scale alone. */
const ranges = new RegExp(
  String.raw`(?<![\w.])${plainNumber}(?:(?:[-–—]|\.{2,3}|…|\s(?:\.{2,3}|to|through)\s)${plainNumber}|(?:\sor\s${plainNumber}){1,12}|(?:\s?[,/|]\s?${plainNumber}){2,12}(?:,?\sor\s${plainNumber})?)(?![\w]|\.\d)`,
  'g',
);

/** The text with blanks in place of ranges of numbers: places stay. */
function withoutScales(prose: string, { least, most }: Scale): string {
  const whole = new RegExp(
    String.raw`(?<![\w.])${String(least)}\s{1,3}[-–—]\s{1,3}${String(most)}(?![\w]|\.\d)`,
    'g',
  );
  const blank = (range: string) => ' '.repeat(range.length);
  return prose.replace(ranges, blank).replace(whole, blank);
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
