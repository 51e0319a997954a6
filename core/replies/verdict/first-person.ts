import type { ReadSaying } from './saying';
import { acceptsUnder, isConditional, marks, takesBack } from './words';

const pattern = new RegExp(
  String.raw`^${marks}(?:[^.:!?\n]{1,60}[,;:–—]\s|(?:so|therefore|thus|hence|then|and|but|actually|overall|finally)\s)?` +
    String.raw`I(?:['’](?:d|ll))?\s(?:(?:would|will|must|do|hereby|therefore|thus|shall|can|have to|now|like to)\s){0,3}` +
    String.raw`(?<negation>(?:not|never|cannot|can['’]t|don['’]t|won['’]t|do not)\s)?(?<word>accept|approve|reject|refuse)\b(?!\sthat\b)`,
  'i',
);
/** Behind `I accept`: nothing, or the whole, then at most a reason. */
const ofAll =
  /^(?:\s(?:it|this|that|(?:the|this)\s(?:program|code|solution|implementation|candidate|function|submission)))?(?:[\s*_"'`.!✅❌)]{0,9}$|\s?[,;:(–—]|\s-\s|\s(?:because|since|as)\b)/iu;
/** `I would accept it`, `With that mended, I accept it`: what somebody would do, of another program. */
const hypothetical =
  /\bwould\b|\bI['’]d\b|\blike to\b|^\W{0,9}(?:with|without|after|otherwise|then|had|should|assuming|in (?:that|this|which) case)\b/i;

/** What its writer does: `I accept`, `So I cannot accept it.`; clear of the whole, which `I accept the premise` is not. */
export const firstPerson: ReadSaying = ({ text }) => {
  const match = isConditional(text) ? null : pattern.exec(text);
  if (match === null) return null;
  const { negation, word = '' } = match.groups ?? {};
  const clear =
    ofAll.test(text.slice(match[0].length)) && (takesBack(text) || !hypothetical.test(text));
  return { accept: acceptsUnder(negation, word), clear };
};
