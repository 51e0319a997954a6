import { stripReasoning } from '../replies/strip-reasoning';
import type { ParsedReply } from '../replies/parsed-reply';
import type { DatasetRole } from '../names/roles';
import { raters } from './filter';
import type { Rater } from './filter';
import type { SpeakerQuestion, ToldRow } from './method';
import { ratingPrompts } from './prompts/rating-prompts';

export function isRater(speaker: DatasetRole): speaker is Rater {
  return raters.some((one) => one === speaker);
}

/** Asks how complex an instruction is, from 1 to 5 (OpenCodeInterpreter, appendix A). */
export function filterQuestion({ planned, recipe }: ToldRow, speaker: Rater): SpeakerQuestion {
  const { query, answer } = planned.row;
  const rows = [`Query: [${query}]`];
  if (recipe.filter.includeAnswer) rows.push(`Response: [${answer}]`);
  return {
    messages: [{ role: 'user', content: `${ratingPrompts[speaker]}\n\n${rows.join('\n\n')}` }],
    temperature: 0,
    repairs: 1,
    read: readRating,
  };
}

/** Numbers that are not a rating: a scale ("1 to 5"), and a count ("2 of the 3 steps"). */
const noRating =
  /[1-5]\s*(?:to|through|-|–)\s*5|\b\d+ (?:out )?of (?:the|those|these|its)(?: \d+)?\b/gi;

/** The first whole number from 1 to 5 that stands alone (spec 3.2). Numbers of a scale or a count are skipped: a deviation. */
function readRating(reply: string): ParsedReply<string> {
  const text = stripReasoning(reply).replace(noRating, '');
  const [, rating] = /(?<![\w.])([1-5])(?![\w]|\.\d)/.exec(text) ?? [];
  return rating === undefined
    ? { ok: false, problem: 'it has no whole number from 1 to 5' }
    : { ok: true, value: rating };
}
