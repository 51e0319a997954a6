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

/** What the last sentence that judges the whole makes of it: `The code does not cover it.` null: none does, or halfway. */
export function concludedInWords(text: string): boolean | null {
  const sentences = text.slice(-2_000).split(/(?<=[.!?])\s+|\n+/);
  for (const sentence of sentences.toReversed()) {
    if (!ofTheWhole.test(sentence) || advice.test(sentence)) continue;
    if (wrong.test(sentence)) return false;
    if (judged.test(sentence)) return halfway.test(sentence) ? null : true;
  }
  return null;
}
