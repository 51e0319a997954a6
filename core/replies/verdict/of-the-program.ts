import type { ReadSaying } from './saying';
import { acceptsUnder, isConditional, marks, openings, takesBack } from './words';

const pattern = new RegExp(
  String.raw`^${marks}(?:[^.:!?,\n]{1,40},\s|(?:${openings}|and|but|then)\s)?(?:the |this |that )?(?:program|code|solution|implementation|candidate|it|this)\s` +
    String.raw`(?:(?:is|should|must|can|will|has|to|be|therefore|thus|hence|cannot)\s){1,4}(?<negation>not\s(?:be\s)?)?(?<word>accepted|acceptable|rejected|unacceptable)[\s*_"'\x60.!]{0,9}$`,
  'iu',
);

/** What is to become of the program: `It should be rejected.`; of it, not of a part, and not of what is left of it. */
export const ofTheProgram: ReadSaying = ({ text }) => {
  const groups = isConditional(text) ? undefined : pattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const { negation, word = '' } = groups;
  return { accept: acceptsUnder(negation, word), clear: takesBack(text) };
};
