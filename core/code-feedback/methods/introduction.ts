import type { ParsedReply } from '../../replies/parsed-reply';
import { stripReasoning } from '../../replies/strip-reasoning';
import type { DialogueTurn } from '../../schemas/source-row';
import type { SpeakerQuestion } from '../method';
import { introducerDuties, introductionRequest } from '../prompts/problem-prompts';
import { pythonBlock } from '../turns';

/** Asks for the text before a block of code. */
export function introductionQuestion(
  before: readonly DialogueTurn[],
  problem: string,
  code: string,
): SpeakerQuestion {
  return {
    messages: [
      { role: 'system', content: introducerDuties },
      { role: 'user', content: introductionRequest(before, problem, code) },
    ],
    temperature: undefined,
    repairs: 1,
    read: (reply) => readIntroduction(reply, problem),
  };
}

/** A turn with a text before a block of code. */
export function introducedCode(text: string, code: string): DialogueTurn {
  return { role: 'assistant', content: `${text}\n\n${pythonBlock(code)}` };
}

const mostChars = 1500;
/** A text that repeats so many characters of the problem restates it. */
const repeatedChars = 120;

function readIntroduction(reply: string, problem: string): ParsedReply<string> {
  const text = stripReasoning(reply).trim();
  if (text === '') return { ok: false, problem: 'it is empty' };
  if (/`{3}|~{3}/.test(text))
    return { ok: false, problem: 'it has a fence, and no code may be written' };
  if (text.length > mostChars)
    return { ok: false, problem: `it is longer than ${String(mostChars)} characters` };
  const head = problem.trim().slice(0, repeatedChars);
  if (head.length === repeatedChars && text.includes(head)) {
    return { ok: false, problem: 'it repeats the problem' };
  }
  return { ok: true, value: text };
}
