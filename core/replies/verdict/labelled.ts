import type { ReadSaying, Saying } from './saying';
import { accepts, isOfDeciding, marks, verdictWord } from './words';

const ofThePart = String.raw`(?:my |the |final |overall |is |it |this |program |code |solution ){0,4}`;
const names =
  String.raw`(?:(?<verdict>verdict|decision|conclusion|accept(?:ed|able|ance)?|approv(?:ed?|al))` +
  String.raw`|(?<answer>answer|result|evaluation)|correct|pass(?:ed)?|output)(?: conclusion| result)?`;
const sign = String.raw`[\s*_"'\x60]{0,6}(?<sign>is\b|[:=?])[\s*_"'\x60:✅❌]{0,9}(?:to |I (?:would )?)?`;
/** Behind a word that is a verdict: nothing, or a reason. `no issues`, `1 of 3 tests` and `0.5` are none. */
const ends = String.raw`(?=[\s*_"'\x60.!?✅❌✓✗)\]}]{0,9}$|[\s*_"'\x60)]{0,4}(?:[:,;(–—-]|[.!]\s)|\s(?:because|since|as)\b)`;
/** What these words say they say whatever follows, */
const plain = String.raw`(?:(?:do |can)?not )?accept(?:ed|able)?|approved?|reject(?:ed)?|refused?|unacceptable|incorrect|wrong|fail(?:s|ed)?`;
/** but for these. */
const condition = String.raw`(?!\s?(?:or|if|unless|once|only|provided|when)\b|["'\x60*_]{0,3}\s?[/|])`;

const pattern = new RegExp(
  String.raw`^${marks}(?<of>${ofThePart})${names}${sign}(?:(?<word>${verdictWord})${ends}|(?<plain>${plain})\b)${condition}`,
  'iu',
);

export interface Label extends Saying {
  /** It may also name what a test gave, `Result: false`, and is a verdict only at the end of a reply. */
  readonly ofAnything: boolean;
}

export function labelIn(sentence: string): Label | null {
  const groups = pattern.exec(sentence)?.groups;
  if (groups === undefined) return null;
  const { of = '', verdict, answer, sign = '', word = groups['plain'] ?? '' } = groups;
  const ofVerdict = verdict !== undefined;
  const clear = ofVerdict
    ? /[:=?]/.test(sign) || isOfDeciding(word)
    : answer !== undefined && /[:=]/.test(sign) && isOfDeciding(word);
  return {
    accept: accepts(word),
    clear,
    ofAnything: !ofVerdict && !/\b(?:is|it|this|program|code|solution)\b/i.test(of),
  };
}

/** `**Verdict:** reject`, `Is it acceptable? No.`. Clear where it accepts or rejects: `The output is correct` is not. */
export const labelled: ReadSaying = ({ text, question, isLate }) => {
  const label = labelIn(question === null ? text : `${question} ${text}`);
  return label === null || (label.ofAnything && !isLate) ? null : label;
};
