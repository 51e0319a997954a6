import type { DialogueTurn } from '../../schemas/source-row';
import { hasBareCode } from './bare-code';
import type { Gate } from './gate';
import { hasFeedback } from './has-feedback';
import { refusalIn } from './refusal';
import { blocksOf, firstInTurns, isResult, proseOf, quoted } from './turn-parts';

const program = '(?:code|program|script|function|class|implementation|snippet|query)s?';

/** Announcements of code that must follow, and words about code that was changed. "Here is what the code prints" is neither. */
const announcements = [
  new RegExp(
    `\\b(?:here(?:'s| is| are)|below is|below are)\\b(?:(?!\\b(?:outputs?|results?|what|how|why|explanation|breakdown|summary)\\b)[^.!?:\\n]){0,80}?` +
      `\\b(?:${program}|regex)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:the |this )?following\\s+(?:\\w+\\s+){0,3}?${program}\\b[^.!?\\n]{0,80}:`, 'i'),
  new RegExp(
    `\\bi(?:'ve| have) (?:\\w+ )?(?:updated|modified|corrected|fixed|revised|rewritten) (?:the|your) (?:\\w+ )?(?:${program}|solution|method|version)\\b`,
    'i',
  ),
];
/** Words that point at code beside or before them. The code may be in any turn up to here, also in one of the user. */
const pointers = [
  new RegExp(
    `\\b${program} (?:shown |given |provided )?above\\b|\\babove (?:\\w+ )?${program}\\b`,
    'i',
  ),
  new RegExp(
    `\\bi(?:'ve| have) (?:\\w+ )?(?:executed|run|written) (?:the|your) (?:\\w+ )?${program}\\b`,
    'i',
  ),
];
/** Words that point at code after them, so it must be in the same turn. */
const pointersBelow = new RegExp(
  `\\b${program} (?:shown |given |provided )?below\\b|\\bbelow (?:\\w+ )?${program}\\b`,
  'i',
);

/** No request: "provide the output of the following program", "with fewer lines of code", "write a test for the function", "explain how to". */
const request = new RegExp(
  `(?<!\\b(?:how|steps|way|ways|when|why|you) (?:\\w+ )?(?:to |would |do |can )?)\\b(?:write|create|implement|develop|generate|build|provide|give me|show me)\\b` +
    `(?:(?!\\b(?:following|this|given|output|lines|explanation|description|summary|comments?|outline|plan|pseudocode|of|for|about|from)\\b)[^.?!\\n]){0,60}?` +
    `\\b(?:code|program|script|function|class|implementation|snippet|method|(?:sql )?query)\\b`,
  'i',
);

/** `x` in prose, long enough to be a statement. */
const inlineCode = /`[^`\n]*[^\w`\s][^`\n]*`/;

/**
 * Published dialogues describe code that was only in a tool call, so what claims code must have it in the text:
 *
 * - an answer that announces code has a fence, or a statement in inline code;
 * - an answer that points at code has code, or a turn before it has;
 * - an answer that ran, because a result follows, has code;
 * - an answer to a request for code has code, with or without a fence: some sources write nothing but code. Where later turns are
 *   about earlier ones, code of a later answer is enough, because a person may ask again or say more first.
 */
export const missingCode: Gate = {
  name: 'missing-code',
  summary:
    'An assistant turn announces or points at code that no turn has, ran code that it does not show, or has no code although it was asked for some.',
  finds: ({ turns, method }) =>
    firstInTurns(turns, (turn, place) => {
      if (turn.role !== 'assistant' || hasFence(turn)) return null;
      const prose = proseOf(turn.content);
      const [before, after] = [turns[place - 1], turns[place + 1]];
      const isCode = hasBareCode(prose) || inlineCode.test(prose);
      const claim = inlineCode.test(prose) ? undefined : claimIn(prose, turns.slice(0, place + 1));
      if (claim !== undefined) return `has no fenced code, but says ${quoted(claim)}`;
      if (after !== undefined && isResult(after) && !isCode) {
        return 'has no code, but the result of code follows';
      }
      if (before === undefined || isResult(before) || isCode) return null;
      if (hasFeedback(method) && turns.slice(place + 1).some(isAnswerWithCode)) return null;
      // `refusal` names the reason.
      if (refusalIn(turn.content) !== null) return null;
      const asked = request.exec(proseOf(before.content))?.[0];
      return asked === undefined ? null : `has no code, but was asked: ${quoted(asked)}`;
    }),
};

/** @param soFar the turns up to the one with this prose */
function claimIn(prose: string, soFar: readonly DialogueTurn[]): string | undefined {
  const below = hasBareCode(prose) ? [] : [pointersBelow];
  const claims = soFar.some(hasCode) ? below : [...pointers, ...below];
  return [...announcements, ...claims].map((pattern) => pattern.exec(prose)?.[0]).find(Boolean);
}

function hasFence({ content }: DialogueTurn): boolean {
  return blocksOf(content).length > 0;
}

/** A result quotes whatever a program printed. */
function hasCode(turn: DialogueTurn): boolean {
  return !isResult(turn) && (hasFence(turn) || hasBareCode(proseOf(turn.content)));
}

function isAnswerWithCode(turn: DialogueTurn): boolean {
  return turn.role === 'assistant' && hasCode(turn);
}
