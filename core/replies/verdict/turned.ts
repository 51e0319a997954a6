import type { ReadSaying } from './saying';
import { accepts, marks, openings } from './words';

const introduced = String.raw`(?:(?:[:,–—]\s{0,3}|\s-\s{1,3})(?:I (?:must |have to |will )?)?|\sI (?:must |have to |will )?)`;
const pattern = new RegExp(
  String.raw`^${marks}(?:${openings})\b(?!,?\s(?:if|unless|once|when|until|had|should)\b)` +
    String.raw`(?:[^.:!?\n]{0,60}${introduced}((?:not )?accept|reject|approve)` +
    String.raw`|(?:,?\sno)?${introduced}((?:not )?accept(?:ed|able)|unacceptable|rejected|(?:not )?approved))[\s*_"'\x60.!✅❌]{0,9}$`,
  'iu',
);

/** `Actually no: reject`, `Overall: not acceptable`. Among answers to several points, `No, rejected.` is but one of these. */
export const turned: ReadSaying = ({ text, isPointwise }) => {
  const word = isPointwise ? undefined : pattern.exec(text)?.slice(1).find(Boolean);
  return word === undefined ? null : { accept: accepts(word), clear: true };
};
