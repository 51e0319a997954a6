import { answeringObjects, isAnnouncedAsForm } from './answering-objects';
import { lastLines } from './last-lines';
import { placedSentences } from './placed-sentences';
import type { PlacedSentence } from './placed-sentences';

export interface SaidVerdict {
  readonly accept: boolean;
  /** The object in which it stood; null: in prose. */
  readonly object: Readonly<Record<string, unknown>> | null;
}

const names = [
  'accept',
  'accepted',
  'acceptable',
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
  'acceptable',
  'yes',
  'true',
  'approve',
  'approved',
  'pass',
  'passed',
  'correct',
  'correct implementation',
  '1',
  '✅',
];
const no = [
  'reject',
  'rejected',
  'refuse',
  'refused',
  'no',
  'false',
  'not accept',
  'do not accept',
  'cannot accept',
  'not accepted',
  'not acceptable',
  'unacceptable',
  'not approved',
  'not correct',
  'fail',
  'failed',
  'incorrect',
  'wrong',
  'wrong implementation',
  'incorrect implementation',
  '0',
  '❌',
];
const words = [...yes, ...no].toSorted((a, b) => b.length - a.length).join('|');
const accepting: ReadonlySet<string> = new Set(yes);

const marks = String.raw`[\s*_#>"'\x60-]{0,9}`;
const label =
  String.raw`^${marks}(?:(?:my |the |final |overall |is |it |this |program |code |solution ){0,4}` +
  String.raw`(?:verdict|decision|conclusion|accept(?:ed|able|ance)?|approv(?:ed?|al)|correct|pass(?:ed)?|answer|result|evaluation|output)(?: conclusion| result)?)` +
  String.raw`[\s*_"'\x60]{0,6}(?:is\b|[:=?])[\s*_"'\x60:✅❌]{0,9}(?:to |I (?:would )?)?`;
/** Behind a word that is a verdict: nothing, or a reason. `no issues`, `1 of 3 tests` and `0.5` are none. */
const ends = String.raw`(?=[\s*_"'\x60.!?✅❌✓✗)\]}]{0,9}$|[\s*_"'\x60)]{0,4}(?:[:,;(–—-]|[.!]\s)|\s(?:because|since|as)\b)`;
/** What these words say they say whatever follows. */
const plain = String.raw`(?:(?:do |can)?not )?accept(?:ed|able)?|approved?|reject(?:ed)?|refused?|unacceptable|incorrect|wrong|fail(?:s|ed)?`;
const condition = String.raw`(?!\s?(?:or|if|unless|once|only|provided|when)\b|["'\x60*_]{0,3}\s?[/|])`;

/** Of a sentence: what it is a verdict of, at most marks around it, and its word, with a reason behind it. */
const labelled = new RegExp(
  String.raw`${label}(?:(${words})${ends}|(${plain})\b)${condition}`,
  'iu',
);
/** Such a label may also name what a test gave: it is one only at the end of a reply. */
const ofAnything =
  /^[\s*_#>"'`-]{0,9}(?:(?:my|the|final|overall) )*(?:answer|result|evaluation|output|correct|pass(?:ed)?)\b/i;
const bare = new RegExp(
  String.raw`^${marks}(${words})(?:[\s*_"'\x60.!✅❌✓✗]{0,9}$|(?<![01])[\s*_]{0,4}[:,.;–—-]\s(?![\d❌✅]))`,
  'iu',
);
const soleWord = new RegExp(String.raw`^${marks}(${words})[\s*_"'\x60.!✅❌✓✗]{0,9}$`, 'iu');
/** `Actually no: reject`, `Therefore, I must reject.` */
const turned = new RegExp(
  String.raw`^${marks}(?:actually|no|wait|hmm|on (?:second thoughts?|reflection)|correction|sorry|rather|so|therefore|thus|hence|overall|finally|in (?:short|conclusion|summary))\b` +
    String.raw`[^.:!?\n]{0,60}[\s:,–—-]\s{0,3}(?:I (?:must |have to |will )?)?(${words})[\s*_"'\x60.!✅❌]{0,9}$`,
  'iu',
);
/** A sentence that ends so: `…: reject`. */
const closing =
  /[:,–—-]\s{1,3}(?:so |hence |therefore |thus |I |we |to ){0,3}(accept(?:ed)?|reject(?:ed)?|approved?|refused?)[\s*_"'`.!✅❌]{0,9}$/i;
/** `I accept`, `So I cannot accept it.` */
const ownWord =
  /^[\s*_#>"'`-]{0,9}(?:[^.:!?\n]{1,60}[,;:–—]\s|(?:so|therefore|thus|hence|then|and|but)\s)?I(?:['’](?:d|ll))?\s(?:(?:would|will|must|do|hereby|therefore|thus|shall|can|have to|now|like to)\s){0,3}((?:not|never|cannot|can['’]t|don['’]t|won['’]t|do not)\s)?(accept|approve|reject|refuse)\b(?!\sthat\b)/i;
/** `The program should be rejected.` */
const itself =
  /\b(?:program|code|solution|implementation|candidate|it|this)\s(?:(?:is|should|must|can|will|has|to|be|therefore|thus|hence|cannot)\s){1,4}(not\s(?:be\s)?)?(accepted|acceptable|rejected|unacceptable)[\s*_"'`.!]{0,9}$/i;
const conditional = /\b(?:if|unless|once|until|when|provided|could|were)\b/i;
/** `accept or reject`, `1 (correct) / 0 (wrong)`: a form that was only repeated. */
const alternatives = new RegExp(
  String.raw`\b(?:${words})\b(?:\s?\([^()\n]{0,40}\))?["'\x60*_]{0,3}\s?(?:/|\||,?\s?\bor\b)\s?["'\x60*_]{0,3}(?:${words})\b`,
  'i',
);
/** One point of several is asked, `Boundaries?`, or answered: `1. Edge cases: yes`, `General: no`, `2. Yes, as …`. */
const onePoint = new RegExp(
  String.raw`\?[\s*_]*$|^${marks}(?:\d{1,2}[.)]\s{0,3})?[\w ,/()-]{1,40}[\s*_]{0,3}[:–—]${marks}(?:${words})[\s*_.!✅❌✓✗]{0,9}$` +
    String.raw`|^${marks}(?:\d{1,2}[.)]|[-•])${marks}(?:${words})(?:[\s*_.!✅❌✓✗]{0,9}$|[\s*_]{0,4}[:,.;–—-]\s)`,
  'iu',
);
const listed = /^\s*(?:\d{1,2}[.)]|[-*•]\s)/;

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
 * Whether a reply accepts what it was asked about: by the last of its JSON objects, labelled words and words on their own that
 * is a verdict; else by what the last sentences conclude. A form that was only repeated (`accept or reject`, an object
 * in the midst of a sentence) is none, nor is the answer to one of several points. null: it says nothing, or not one thing.
 */
export function saidVerdict(text: string): SaidVerdict | null {
  const { members, rest } = answeringObjects(text, names, verdictOf);
  const word = lastWord(rest);
  const member = members.at(-1);
  if (member !== undefined && member.from > (word?.at ?? -1)) {
    const contrary = concluded(rest.slice(member.to));
    const doubtful = contrary === !member.value && isAnnouncedAsForm(text, member);
    return doubtful ? null : { accept: member.value, object: member.object };
  }
  const accept = word === null ? concluded(rest) : word.accept;
  return accept === null ? null : { accept, object: null };
}

function verdictOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = new RegExp(`^(${words})[.!]?$`, 'i').exec(value.trim())?.[1];
  return word === undefined ? null : accepts(word);
}

function accepts(word: string): boolean {
  return accepting.has(word.toLowerCase().replace(/\s+/g, ' '));
}

interface SaidWord {
  readonly accept: boolean;
  readonly at: number;
}

/** So much of a reply's beginning and end is read. */
const headRead = 400;
const tailRead = 8_000;

/** The last word that is a verdict beyond doubt; else a first or late line that begins with one. */
function lastWord(text: string): SaidWord | null {
  const lines = new Set(lastLines(text));
  const pointwise = [...lines].filter(isPoint).length > 1;
  const end = Math.max(0, text.length - tailRead);
  const sentences = placedSentences(text.slice(end));
  const beyondDoubt = sentences.flatMap((sentence, place) => {
    const accept = wordOf(sentence, {
      late: lines.has(sentence.line),
      pointwise,
      last: place === sentences.length - 1,
      question: questionIn(sentences[place - 1]),
    });
    return accept === null ? [] : [{ accept, at: end + sentence.at }];
  });
  const said = beyondDoubt.at(-1) ?? null;
  if (pointwise) return said;
  const late = sentences
    .filter(({ begins, line }) => begins && lines.has(line))
    .map(({ line, at }) => ({ line, at: end + at }))
    .reverse();
  const last = begunBy(late.slice(0, 1));
  if (last !== null && last.at > (said?.at ?? -1)) return last;
  return said ?? begunBy([...placedSentences(text.slice(0, headRead)).slice(0, 1), ...late]);
}

/** Of the first line that begins with a verdict, perhaps with a reason behind it. */
function begunBy(
  lines: readonly { readonly line: string; readonly at: number }[],
): SaidWord | null {
  for (const { line, at } of lines) {
    const word = alternatives.test(line) ? undefined : bare.exec(line)?.[1];
    if (word !== undefined) return { accept: accepts(word), at };
  }
  return null;
}

function isPoint(line: string): boolean {
  return onePoint.test(line) && !(labelled.test(line) && !ofAnything.test(line));
}

function questionIn(sentence: PlacedSentence | undefined): string | null {
  return sentence?.text.endsWith('?') === true ? sentence.text : null;
}

/** What a sentence says that is a verdict by itself. */
function wordOf(
  { text, line }: PlacedSentence,
  terms: {
    /** It stands among the last lines. */
    readonly late: boolean;
    readonly pointwise: boolean;
    readonly last: boolean;
    /** What it may be the answer to. */
    readonly question: string | null;
  },
): boolean | null {
  if (alternatives.test(text)) return null;
  const whole = terms.question === null ? text : `${terms.question} ${text}`;
  const word = labelled.exec(whole)?.slice(1).find(Boolean);
  if (word !== undefined && (terms.late || !ofAnything.test(text))) return accepts(word);
  if (!terms.late || (terms.pointwise && isPoint(line))) return null;
  const own = conditional.test(text) ? null : (ownWord.exec(text) ?? itself.exec(text));
  if (own !== null) return accepts(own[2] ?? '') === (own[1] === undefined);
  const sole = terms.last && terms.question === null ? soleWord.exec(text)?.[1] : undefined;
  const turn = terms.pointwise ? undefined : turned.exec(text)?.[1];
  const end = listed.test(line) ? undefined : closing.exec(text)?.[1];
  const said = sole ?? turn ?? end;
  return said === undefined ? null : accepts(said);
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
