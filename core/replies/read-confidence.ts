import { memberInReply } from './json-in-reply';

export interface ReadConfidence {
  /** 0 to 100; null: it does not say. */
  readonly confidence: number | null;
  /** The text without the line that says it. */
  readonly rest: string;
}

const names = ['confidence', 'confidence_score', 'confidence_level', 'certainty'];
const number = String.raw`(\d{1,3}(?:\.\d{1,6})?)(?:\s?(?:/|out of)\s?(\d{1,3}))?`;
/** `Confidence: 85`, `**Confidence score (0-100):** 85%`, `<confidence>0.9</confidence>`, `my confidence in it is 9/10`. */
const named = new RegExp(
  String.raw`\b(?:confidence|certainty)\b(?:[ \w]{0,30}\([^()\n]{0,30}\))?[^\d\n]{0,40}${number}`,
  'gi',
);
/** `I am 85% sure`. */
const inPercent = /\b(\d{1,3}(?:\.\d{1,6})?)()\s?%\s?(?:sure|certain|confident)/gi;
/** Where it is looked for in prose: at the end. */
const lookedAt = 4_000;

/** The confidence of a JSON object, else the last that the prose says; of 0.9 and 9/10 what they are out of 100. */
export function readConfidence(text: string): ReadConfidence {
  const member = memberInReply(text, names, confidenceOf);
  if (member !== null) return { confidence: member.value, rest: text };
  const end = Math.max(0, text.length - lookedAt);
  for (const pattern of [named, inPercent]) {
    const matches = [...text.slice(end).matchAll(pattern)].toReversed();
    for (const match of matches) {
      const confidence = outOfHundred(match[1] ?? '', match[2]);
      if (confidence !== null) return { confidence, rest: withoutLine(text, end + match.index) };
    }
  }
  return { confidence: null, rest: text };
}

function confidenceOf(value: unknown): number | null {
  if (typeof value === 'number') return outOfHundred(String(value), undefined);
  if (typeof value !== 'string') return null;
  const written = new RegExp(String.raw`^\s{0,9}${number}\s?%?\s{0,9}$`).exec(value);
  return written === null ? null : outOfHundred(written[1] ?? '', written[2]);
}

/** `0.9` is a share, as is `9/10`; `1` is said out of 100. */
function outOfHundred(written: string, most: string | undefined): number | null {
  const value = Number(written);
  const share = written.includes('.') && value <= 1;
  const scale = most === undefined || most === '' ? (share ? 1 : 100) : Number(most);
  const confidence = (100 * value) / scale;
  return confidence >= 0 && confidence <= 100 ? confidence : null;
}

function withoutLine(text: string, place: number): string {
  const start = text.lastIndexOf('\n', place) + 1;
  const next = text.indexOf('\n', place);
  return `${text.slice(0, start)}${next < 0 ? '' : text.slice(next + 1)}`;
}
