import { number, of } from './rating-scale';

/** A pattern of a number and, perhaps, of how many. */
export interface WayToRate {
  readonly pattern: RegExp;
  /** Only of what is: `I would give it 5 if …` does not rate. */
  readonly isOfFact?: true;
}

const marks = String.raw`[\s*_"'\x60:=]{0,9}`;
const label =
  String.raw`(?:score|rating|grade|quality|helpfulness)s?\b[\s*_"'\x60]{0,9}(?:\([^()\n]{0,30}\)[\s*_]{0,6})?` +
  String.raw`(?:is|of|[:=])${marks}(?:[\d.\s*+/()]{1,80}=\s?)?${number}(?!\s?[*+]|[\d.]*[*+])${of}?`;
/** A line or a sentence that begins so: `Score: 3`, `**Final rating (0-5):** 3`, `CORRECTNESS_SCORE: 0.2`, `quality=2`; of a sum, its end. */
export const headed: WayToRate = {
  pattern: new RegExp(
    String.raw`(?:^|(?<=[.!?]\s))[\s#*_>"'\x60-]{0,9}(?:\w{1,20}[ _]){0,3}${label}`,
    'gim',
  ),
};
/** `it gets a score of 3`. */
export const named: WayToRate = { pattern: new RegExp(String.raw`(?:\b|_)${label}`, 'gi') };
/** `I would rate this a 4 out of 10`, `I'd give it 3`. */
export const rated: WayToRate = {
  pattern: new RegExp(
    String.raw`\b(?:rate|rated|give|score|grade)\b[^.\n\d]{0,60}?\b(?:a|an|at|as)?\s?${marks}${number}${of}?`,
    'gi',
  ),
};
/** `I give it a 3/5`, `I rate the program 4`: of the whole, and of no part or test of it. */
export const given: WayToRate = {
  pattern: new RegExp(
    String.raw`\bI(?:['’]ll|\s(?:will|now|therefore|must)){0,2}\s(?:rate|give|score|grade)\b` +
      String.raw`(?:\s(?:it|this|that|(?:the|this|its)\s(?:\w{1,20}\s)?(?:program|code|solution|implementation|candidate|function|submission|answer|outputs?)))?` +
      String.raw`(?:\s(?:an?|at|as|only|just|now|the|final|overall|score|rating|grade|of|with)){0,6}${marks}${number}` +
      String.raw`(?:${of}(?!\s(?:for|on)\b)|(?=[\s*_"'\x60)]{0,9}(?:$|[,;:!(–—]|\.(?!\d)|-\s)|\s(?:because|since|as|overall|instead|now|here)\b))`,
    'gim',
  ),
  isOfFact: true,
};
const ownLabel =
  String.raw`(?:^|(?<=[.!?]\s))[\s#*_>"'\x60-]{0,9}(?:(?:my|the|so|new|revised|corrected|output|total|final|overall)[ _]){0,4}` +
  String.raw`(?:score|(?<=(?:final|overall)[ _])(?:rating|grade))\b[\s*_"'\x60]{0,9}(?:\([^()\n]{0,30}\)[\s*_]{0,6})?` +
  String.raw`(?:is|of|[:=])${marks}(?:[\d.\s*+/()]{1,80}=\s?)?${number}`;
/** `Score: 3`, `**Final rating:** 3/5`, with nothing behind it on its line: no count of anything. */
export const scored: WayToRate = {
  pattern: new RegExp(
    String.raw`${ownLabel}(?:${of}(?!\s(?:for|on|in)\b)|(?=[ \t\r*_"'\x60.!)]{0,9}$))`,
    'gim',
  ),
};
/** `Score: 3 - two cases are missed`, `Score: 3 (of 5)`. */
export const scoredWithReason: WayToRate = {
  pattern: new RegExp(
    String.raw`${ownLabel}(?:${of}|(?=[ \t*_"'\x60]{0,9}(?:[-–—(,;:]|\.\s)))`,
    'gim',
  ),
};
/** `4 out of 5`, where it is not of tests. */
export const outOf: WayToRate = {
  pattern: new RegExp(
    String.raw`${number}${of}(?!\s{1,3}(?:\w{1,20}\s)?(?:tests?|cases?|examples?|inputs?|assertions?)\b)`,
    'gi',
  ),
};
export const boxed: WayToRate = {
  pattern: new RegExp(String.raw`\\boxed\{\s?${number}\s?\}`, 'g'),
};
/** A line that is a number and nothing else. */
export const bare = new RegExp(String.raw`^[\s#*_>"'\x60]{0,9}${number}${of}?[\s*_"'\x60.]{0,9}$`);
