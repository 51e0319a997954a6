import type { Gate } from './gate';
import { blocksOf, firstInTurns, proseOf, quoted } from './turn-parts';

const inability =
  "(?:cannot|can't|can not|could not|couldn't|(?:am|'m|was|is|be)\\s+(?:not able|unable|not capable|not programmed|not designed)|won't|" +
  "will not|do(?:es)?(?: not|n't) have|lack)";
const deed =
  '(?:help|assist|comply|fulfil\\w*|generate|provide|create|write|produce|execute|run|access|browse|display|show|answer|complete|' +
  'support|do (?:that|this)|offer|give|discuss|process|carry|perform|the (?:ability|capability|capacity)|the access|access|any (?:ability|access))';

/** The assistant names itself a model and what it cannot do, in one sentence. */
const asModel = new RegExp(
  `\\b(?:as|being|i(?:'m| am)(?: just| only)?) an? (?:ai|artificial intelligence|large language model|language model|text-based (?:ai|model|assistant)|` +
    `virtual assistant|machine learning model)\\b[^.!?\\n]{0,160}?\\b${inability}`,
  'i',
);
const refusals = [
  new RegExp(
    `\\b(?:sorry|apologi[sz]e|apologies|regret|afraid|unfortunately)\\b[^.!?\\n]{0,80}?\\b(?:i|we)\\b[^.!?\\n]{0,20}?${inability}\\s+(?:\\w+\\s+){0,2}?${deed}`,
    'i',
  ),
  new RegExp(`(?:^|[.!?]\\s+)\\W*i ?${inability}\\s+(?:\\w+\\s+){0,2}?${deed}\\b`, 'im'),
  /\bi (?:must|have to|need to) (?:decline|refuse)\b/i,
  /\b(?:against|violates?) (?:my|our|openai'?s?) (?:guidelines|policy|policies|programming|terms|principles|use)/i,
  /\b(?:beyond|outside) (?:of )?(?:my|the scope of my) (?:\w+ )?(?:capabilit|abilit|scope|knowledge)/i,
  /\b(?:it is|it's|that is) (?:not possible|impossible) for me to\b/i,
  /\b(?:i'm|i am) not (?:comfortable|allowed|permitted|authori[sz]ed)\b/i,
  /\b(?:your|this|the) request (?:cannot|can't) be (?:completed|fulfilled|processed|answered)\b/i,
];

/** The words of a refusal in prose. null: there are none. */
export function refusalIn(prose: string): string | null {
  return (
    [asModel, ...refusals]
      .map((pattern) => pattern.exec(prose)?.[0])
      .find(Boolean)
      ?.trim() ?? null
  );
}

/** A turn with code that only says what it cannot do besides ("I cannot run it here") is an answer. */
export const refusal: Gate = {
  name: 'refusal',
  summary: 'An assistant turn declines the request or says that a model cannot do it.',
  finds: ({ turns }) =>
    firstInTurns(turns, ({ role, content }) => {
      if (role !== 'assistant') return null;
      const prose = proseOf(content);
      const isAnswer = blocksOf(content).length > 0;
      const found = isAnswer ? (asModel.exec(prose)?.[0] ?? null) : refusalIn(prose);
      return found === null ? null : `refuses: ${quoted(found)}`;
    }),
};
