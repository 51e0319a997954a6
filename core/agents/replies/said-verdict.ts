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
const openings = String.raw`actually|no|wait|hmm|on (?:second thoughts?|reflection)|correction|sorry|rather|so|therefore|thus|hence|overall|finally|in (?:short|conclusion|summary)`;
const introduced = String.raw`(?:(?:[:,–—]\s{0,3}|\s-\s{1,3})(?:I (?:must |have to |will )?)?|\sI (?:must |have to |will )?)`;
/** `Actually no: reject`, `Therefore, I must reject`, `Overall: not acceptable`. */
const turned = new RegExp(
  String.raw`^${marks}(?:${openings})\b(?!,?\s(?:if|unless|once|when|until|had|should)\b)` +
    String.raw`(?:[^.:!?\n]{0,60}${introduced}((?:not )?accept|reject|approve)` +
    String.raw`|(?:,?\sno)?${introduced}((?:not )?accept(?:ed|able)|unacceptable|rejected|(?:not )?approved))[\s*_"'\x60.!✅❌]{0,9}$`,
  'iu',
);
/** A sentence that ends so: `…: reject`. */
const closing =
  /[:,–—-]\s{1,3}(?:so |hence |therefore |thus |I |we |to ){0,3}(accept(?:ed)?|reject(?:ed)?|approved?|refused?)[\s*_"'`.!✅❌]{0,9}$/i;
/** `I accept`, `So I cannot accept it.` */
const ownWord =
  /^[\s*_#>"'`-]{0,9}(?:[^.:!?\n]{1,60}[,;:–—]\s|(?:so|therefore|thus|hence|then|and|but|actually|overall|finally)\s)?I(?:['’](?:d|ll))?\s(?:(?:would|will|must|do|hereby|therefore|thus|shall|can|have to|now|like to)\s){0,3}((?:not|never|cannot|can['’]t|don['’]t|won['’]t|do not)\s)?(accept|approve|reject|refuse)\b(?!\sthat\b)/i;
/** `The program should be rejected.`, and not a part of it, nor what is left of it. */
const itself = new RegExp(
  String.raw`^${marks}(?:[^.:!?,\n]{1,40},\s|(?:${openings}|and|but|then)\s)?(?:the |this |that )?(?:program|code|solution|implementation|candidate|it|this)\s` +
    String.raw`(?:(?:is|should|must|can|will|has|to|be|therefore|thus|hence|cannot)\s){1,4}(not\s(?:be\s)?)?(accepted|acceptable|rejected|unacceptable)[\s*_"'\x60.!]{0,9}$`,
  'iu',
);
const conditional = /\b(?:if|unless|once|until|when|provided|could|were)\b/i;
const family = String.raw`(?:accept(?:ed|able)?|reject(?:ed)?|approved?|refused?|unacceptable)`;
const ofVerdict = String.raw`(?:verdict|decision|conclusion|accept(?:ed|able|ance)?|approv(?:ed?|al))(?: conclusion| result)?`;
const gap = String.raw`[\s*_"'\x60]{0,6}`;
/** A label of the verdict itself, or of an answer that accepts or rejects: `The output is correct` has none. */
const clearLabel = new RegExp(
  String.raw`^${marks}(?:(?:my|the|final|overall|is|it|this|program|code|solution)\s){0,4}(?:${ofVerdict}${gap}[:=?]` +
    String.raw`|(?:${ofVerdict}${gap}is\b|(?:answer|result|evaluation)${gap}[:=])[\s*_"'\x60:✅❌]{0,9}(?:(?:to|I|would|do|not|cannot)\s){0,3}${family}\b)`,
  'iu',
);
const clearSole = new RegExp(
  String.raw`^${marks}(?:(?:do |can)?not )?${family}[\s*_"'\x60.!✅❌✓✗]{0,9}$`,
  'iu',
);
const clearBegin = new RegExp(String.raw`^${marks}(?:accept|reject)\b`, 'i');
/** Behind `I accept`: nothing, or the whole, then at most a reason. */
const ofAll =
  /^(?:\s(?:it|this|that|(?:the|this)\s(?:program|code|solution|implementation|candidate|function|submission)))?(?:[\s*_"'`.!✅❌)]{0,9}$|\s?[,;:(–—]|\s-\s|\s(?:because|since|as)\b)/iu;
/** `I would accept it`, `With that mended, I accept it`: what somebody would do, of another program. */
const hypothetical =
  /\bwould\b|\bI['’]d\b|\blike to\b|^\W{0,9}(?:with|without|after|otherwise|then|had|should|assuming|in (?:that|this|which) case)\b/i;
const takesBack =
  /^[\s*_#>"'`-]{0,9}(?:actually|wait|hmm|on (?:second thoughts?|reflection)|correction|sorry)\b/i;
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
 * Whether a reply accepts what it was asked about: by the last of its JSON objects and of its clear words, which are a
 * labelled verdict (`Verdict: reject`), its writer's own (`I reject it`, `Actually no: reject`) and one with which its first
 * or last line begins or its last sentence is all (`Reject: it fails`, `Reject.`). Without any, by the last other word that
 * is a verdict, else by what the last sentences conclude. What is said of parts or tests (`The output is correct`) overturns
 * neither an object nor a clear word. A form that was only repeated (`accept or reject`, an object in the midst of a
 * sentence) is no verdict, nor is the answer to one of several points. null: it says nothing, or not one thing.
 */
export function saidVerdict(text: string): SaidVerdict | null {
  const { members, rest } = answeringObjects(text, names, verdictOf);
  const word = lastWord(rest);
  const member = members.at(-1);
  if (member !== undefined) {
    const isForm = isAnnouncedAsForm(text, member);
    const over = word !== null && (word.clear || isForm) ? word.at : -1;
    if (member.from > over) {
      const doubtful = isForm && concluded(rest.slice(member.to)) === !member.value;
      return doubtful ? null : { accept: member.value, object: member.object };
    }
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
  /** It can be of nothing but the whole: only another such word, or an object, overturns it. */
  readonly clear: boolean;
}

interface PlacedWord extends SaidWord {
  readonly at: number;
}

/** So much of a reply's beginning and end is read. */
const headRead = 400;
const tailRead = 8_000;

/** The last clear word; else the last that is a verdict beyond doubt; else a first or late line that begins with one. */
function lastWord(text: string): PlacedWord | null {
  const lines = new Set(lastLines(text));
  const pointwise = [...lines].filter(isPoint).length > 1;
  const end = Math.max(0, text.length - tailRead);
  const sentences = placedSentences(text.slice(end));
  const beyondDoubt = sentences.flatMap((sentence, place) => {
    const word = wordOf(sentence, {
      late: lines.has(sentence.line),
      pointwise,
      last: place === sentences.length - 1,
      question: questionIn(sentences[place - 1]),
    });
    return word === null ? [] : [{ ...word, at: end + sentence.at }];
  });
  const said = beyondDoubt.findLast(({ clear }) => clear) ?? beyondDoubt.at(-1) ?? null;
  if (pointwise) return said;
  const late = sentences
    .filter(({ begins, line }) => begins && lines.has(line))
    .map(({ line, at }) => ({ line, at: end + at }))
    .reverse();
  const last = begunBy(late.slice(0, 1));
  const overturns = last?.clear === true || said?.clear !== true;
  if (last !== null && overturns && last.at > (said?.at ?? -1)) return last;
  const first = begunBy(placedSentences(text.slice(0, headRead)).slice(0, 1));
  if (first?.clear === true && said?.clear !== true) return first;
  return said ?? first ?? begunBy(late);
}

/** Of the first line that begins with a verdict, perhaps with a reason behind it. */
function begunBy(
  lines: readonly { readonly line: string; readonly at: number }[],
): PlacedWord | null {
  for (const { line, at } of lines) {
    const word = alternatives.test(line) ? undefined : bare.exec(line)?.[1];
    if (word !== undefined) return { accept: accepts(word), clear: clearBegin.test(line), at };
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
): SaidWord | null {
  if (alternatives.test(text)) return null;
  const whole = terms.question === null ? text : `${terms.question} ${text}`;
  const word = labelled.exec(whole)?.slice(1).find(Boolean);
  if (word !== undefined && (terms.late || !ofAnything.test(text)))
    return { accept: accepts(word), clear: clearLabel.test(whole) };
  if (!terms.late || (terms.pointwise && isPoint(line))) return null;
  const own = conditional.test(text) ? null : ownWord.exec(text);
  if (own !== null) return { accept: isMeant(own), clear: isOfAll(text, own) };
  const turn = terms.pointwise ? undefined : turned.exec(text)?.slice(1).find(Boolean);
  if (turn !== undefined) return { accept: accepts(turn), clear: true };
  const subject = conditional.test(text) ? null : itself.exec(text);
  if (subject !== null) return { accept: isMeant(subject), clear: takesBack.test(text) };
  const sole = terms.last && terms.question === null ? soleWord.exec(text)?.[1] : undefined;
  if (sole !== undefined) return { accept: accepts(sole), clear: clearSole.test(text) };
  const end = listed.test(line) ? undefined : closing.exec(text)?.[1];
  return end === undefined ? null : { accept: accepts(end), clear: false };
}

/** Of a word behind what negates it. */
function isMeant([, negation, word = '']: RegExpExecArray): boolean {
  return accepts(word) === (negation === undefined);
}

/** `I accept it.`, but neither `I accept the premise` nor `With that mended, I accept it`. */
function isOfAll(text: string, own: RegExpExecArray): boolean {
  const whole = ofAll.test(text.slice(own.index + own[0].length));
  return whole && (takesBack.test(text) || !hypothetical.test(text));
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
