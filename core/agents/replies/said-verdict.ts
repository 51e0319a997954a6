import { memberInReply } from './json-in-reply';
import { lastLines } from './last-lines';

export interface SaidVerdict {
  readonly accept: boolean;
  /** The object in which it stood; null: in prose. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

const names = [
  'accept',
  'accepted',
  'verdict',
  'decision',
  'approved',
  'is_correct',
  'correct',
  'pass',
];

const yes = [
  'accept',
  'accepted',
  'yes',
  'true',
  'approve',
  'approved',
  'pass',
  'passed',
  'correct',
  'correct implementation',
  '1',
];
const no = [
  'reject',
  'rejected',
  'refuse',
  'refused',
  'no',
  'false',
  'not accepted',
  'fail',
  'failed',
  'incorrect',
  'wrong',
  'wrong implementation',
  'incorrect implementation',
  '0',
];
const words = [...yes, ...no].toSorted((a, b) => b.length - a.length).join('|');
const accepting: ReadonlySet<string> = new Set(yes);

/** Of a line: what it is a verdict of, at most marks around it, and its word, with a reason behind it. */
const labelled = new RegExp(
  String.raw`^[\s*_#>"'\x60-]{0,9}(?:(?:my |the |final |overall ){0,2}(?:verdict|decision|answer|accept|conclusion|result|evaluation|output)(?: conclusion| result)?)` +
    String.raw`[\s*_]{0,6}(?:is\b|[:=?])[\s*_"'\x60:]{0,9}(?:to )?(${words})\b(?!\s?(?:/|\||or\b))`,
  'i',
);
const bare = new RegExp(
  String.raw`^[\s*_#>"'\x60-]{0,9}(${words})(?:[\s*_"'\x60.!✅❌✓✗]{0,9}$|(?<![01])[\s*_]{0,4}[:,.;–—-]\s)`,
  'iu',
);
/** `1. Edge cases: yes` and `Boundaries?` ask and answer one point of several. */
const oneOfSeveral = /^\s*(?:\d{1,2}[.)]|[-*•]\s)|\?[\s*_]*$/;

/** What people conclude of a program in words: that it does as it should. */
const judged =
  /\s(?:covers?|meets?|satisf(?:y|ies)|fulfills?|solves?|correct(?:ly)?|accurate(?:ly)?|aligns?)\b/i;
/** That it does not: a verdict in doubt is none that accepts. */
const wrong =
  /\b(?:incorrect(?:ly)?|incomplete|wrong(?:ly)?|not|never|cannot|unable|fail(?:s|ed|ing)?|\w{1,10}n['’]t)\b/i;
/** Neither the one nor the other. */
const halfway = /\b(?:almost|mostly|nearly|partially|partly|but|however|except|although|unless)\b/i;
/** How it ought to be, which says that it is not, but not of what. */
const advice =
  /\b(?:should|could|would|can be|to (?:correctly|fully|address|cover|solve)|example of how)\b/i;
/** A sentence that speaks of the whole. */
const ofTheWhole = /\b(?:code|snippet|program|solution|function|implementation|it|candidate)\b/i;

/**
 * Whether a reply accepts what it was asked about: by a JSON object; else by the last of its closing lines that is a verdict,
 * or a first line that is one; else by what the last sentences conclude. A format that was only repeated (`accept or
 * reject`) is none, nor is the answer to one of several points. null: it says nothing, or not one thing.
 */
export function saidVerdict(text: string): SaidVerdict | null {
  const member = memberInReply(text, names, verdictOf);
  if (member !== null) return { accept: member.value, object: member.object };
  const word = verdictLine(text);
  if (word !== null) return { accept: accepting.has(word.toLowerCase()), object: null };
  const accept = concluded(text);
  return accept === null ? null : { accept, object: null };
}

function verdictOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = new RegExp(`^(${words})[.!]?$`, 'i').exec(value.trim())?.[1];
  return word === undefined ? null : accepting.has(word.toLowerCase());
}

function verdictLine(text: string): string | null {
  const closing = lastLines(text);
  const labelledLine = closing.findLast((line) => labelled.test(line));
  if (labelledLine !== undefined) return labelled.exec(labelledLine)?.[1] ?? null;
  const first = text
    .slice(0, 400)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  const points = closing.filter((line) => oneOfSeveral.test(line)).length;
  for (const line of [closing.at(-1), first, ...closing.slice(0, -1).reverse()]) {
    const word = bare.exec(line ?? '')?.[1];
    if (word !== undefined && points < 2) return word;
  }
  return null;
}

/** What the last sentence says that judges the whole. */
function concluded(text: string): boolean | null {
  const sentences = text.slice(-2_000).split(/(?<=[.!?])\s+|\n+/);
  for (const sentence of sentences.toReversed()) {
    if (!ofTheWhole.test(sentence) || advice.test(sentence)) continue;
    const said = judged.test(sentence);
    if (wrong.test(sentence)) return false;
    if (said && !halfway.test(sentence)) return true;
    if (said) return null;
  }
  return null;
}
