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
/** Words that point at code beside them. After a result they point at the turn before it, and in bare code at the code. */
const pointers = [
  new RegExp(
    `\\b${program} (?:shown |given |provided )?(?:above|below)\\b|\\b(?:above|below) (?:\\w+ )?${program}\\b`,
    'i',
  ),
  new RegExp(
    `\\bi(?:'ve| have) (?:\\w+ )?(?:executed|run|written) (?:the|your) (?:\\w+ )?${program}\\b`,
    'i',
  ),
];

/** No request: "provide the output of the following program", "with fewer lines of code". */
const request = new RegExp(
  `\\b(?:write|create|implement|develop|generate|build|provide|give me|show me)\\b(?:(?!\\b(?:following|this|given|output|lines)\\b)[^.?!\\n]){0,60}?` +
    `\\b(?:code|program|script|function|class|implementation|snippet|method|(?:sql )?query)\\b`,
  'i',
);

/** `x` in prose, long enough to be a statement. */
const inlineCode = /`[^`\n]*[^\w`\s][^`\n]*`/;

/**
 * Published dialogues describe code that was only in a tool call. A claim needs a fence. A request for code also takes code without
 * a fence, because some sources write answers that are nothing but code.
 */
export const missingCode: Gate = {
  name: 'missing-code',
  summary: 'An assistant turn says that it has code, or is asked for code, and has none.',
  finds: ({ turns, method }) =>
    firstInTurns(turns, ({ role, content }, place) => {
      if (role !== 'assistant' || blocksOf(content).length > 0) return null;
      const prose = proseOf(content);
      const before = turns[place - 1];
      const afterResult = before !== undefined && isResult(before);
      const mayPoint = afterResult || hasBareCode(prose);
      const claims = mayPoint ? announcements : [...announcements, ...pointers];
      const claim = claims.map((pattern) => pattern.exec(prose)?.[0]).find(Boolean);
      if (claim !== undefined && !inlineCode.test(prose)) {
        return `has no fenced code, but says ${quoted(claim)}`;
      }
      if (before === undefined || afterResult || hasBareCode(prose) || inlineCode.test(prose))
        return null;
      // The simulated person asks for code if the dialogue has none yet.
      if (hasFeedback(method) && turns.slice(place + 1).some(hasFencedCode)) return null;
      // `refusal` names the reason.
      if (refusalIn(prose) !== null) return null;
      const asked = request.exec(proseOf(before.content))?.[0];
      return asked === undefined ? null : `has no code, but was asked: ${quoted(asked)}`;
    }),
};

function hasFencedCode({ role, content }: DialogueTurn): boolean {
  return role === 'assistant' && blocksOf(content).length > 0;
}
