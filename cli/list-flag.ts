import { choiceFlag } from './choice-flag';

/** `a,b,c` as a list, nothing empty in it. */
export function listFlag(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A list of words out of a known set. @throws UsageError naming the word and the set. */
export function wordsFlag<Word extends string>(
  name: string,
  value: string,
  known: readonly Word[],
): readonly Word[] {
  const words = listFlag(value).map((part) => {
    const word = known.find((one) => one.toLowerCase() === part.toLowerCase());
    return word ?? choiceFlag(name, part, known);
  });
  return words.length > 0 ? words : [choiceFlag(name, value, known)];
}
