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
const accepting: ReadonlySet<string> = new Set(yes);

/** What is a verdict by itself, as the source of a pattern: the longest first, so that `not accept` is one word. */
export const verdictWord = [...yes, ...no].toSorted((a, b) => b.length - a.length).join('|');

export function accepts(word: string): boolean {
  return accepting.has(word.toLowerCase().replace(/\s+/g, ' '));
}

/** Of a word behind what negates it. */
export function acceptsUnder(negation: string | undefined, word: string): boolean {
  return accepts(word) === (negation === undefined);
}

const decides =
  /^(?:(?:do |can)?not )?(?:accept(?:ed|able)?|reject(?:ed)?|approved?|refused?|unacceptable)$/i;

/** Programs are accepted and rejected; `yes`, `correct` and `failed` may be said of anything. */
export function isOfDeciding(word: string): boolean {
  return decides.test(word);
}

/** Marks of Markdown before a word. Every repetition is bounded: the text is hostile. */
export const marks = String.raw`[\s*_#>"'\x60-]{0,9}`;

/** Words with which somebody comes to an end, or to another. */
export const openings = String.raw`actually|no|wait|hmm|on (?:second thoughts?|reflection)|correction|sorry|rather|so|therefore|thus|hence|overall|finally|in (?:short|conclusion|summary)`;

const takingBack = new RegExp(
  String.raw`^${marks}(?:actually|wait|hmm|on (?:second thoughts?|reflection)|correction|sorry)\b`,
  'i',
);

/** Of a sentence that overturns what was said before: `On reflection, …`. */
export function takesBack(sentence: string): boolean {
  return takingBack.test(sentence);
}

const conditional = /\b(?:if|unless|once|until|when|provided|could|were)\b/i;

export function isConditional(sentence: string): boolean {
  return conditional.test(sentence);
}

const alternatives = new RegExp(
  String.raw`\b(?:${verdictWord})\b(?:\s?\([^()\n]{0,40}\))?["'\x60*_]{0,3}\s?(?:/|\||,?\s?\bor\b)\s?["'\x60*_]{0,3}(?:${verdictWord})\b`,
  'i',
);

/** `accept or reject`, `1 (correct) / 0 (wrong)`: the form of answers, only repeated. */
export function hasAlternatives(sentence: string): boolean {
  return alternatives.test(sentence);
}
