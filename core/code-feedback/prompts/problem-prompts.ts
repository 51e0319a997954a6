import type { DialogueTurn, SourceProblem } from '../../schemas/source-row';
import { quoteAsData } from '../../words/quote-as-data';

export const introducerDuties = [
  'Write the text that an assistant puts before a given block of code. You see the conversation so far, the problem and the code.',
  'Name the idea, the main steps and, if it helps, the language or the algorithm, in two to four sentences.',
  'Do not repeat the problem. Write no code and no fence: the code follows your text as it is.',
].join(' ');

export function introductionRequest(
  before: readonly DialogueTurn[],
  problem: string,
  code: string,
): string {
  const told = before.map(({ role, content }) => `${role}:\n${quoteAsData(content)}`);
  return [
    ...(told.length === 0 ? [] : ['The conversation so far:', ...told]),
    `The problem:\n${quoteAsData(problem)}`,
    `The code:\n${quoteAsData(code, 'python')}`,
  ].join('\n\n');
}

export const rewriterDuties = [
  'Solve a problem that is solved already in another way: with another algorithm, other data structures or another style.',
  'Keep the names that the tests use. Give the whole solution in one fenced block of Python.',
].join(' ');

export function rewritingRequest(
  problem: string,
  { setup, entryPoint }: Pick<SourceProblem, 'setup' | 'entryPoint'>,
  code: string,
  failure: string | null,
): string {
  return [
    `The problem:\n${quoteAsData(problem)}`,
    ...(setup.trim() === '' ? [] : [`This code runs before it:\n${quoteAsData(setup, 'python')}`]),
    `The tests call: ${entryPoint}`,
    `The known solution:\n${quoteAsData(code, 'python')}`,
    ...(failure === null ? [] : [`Your last try did not pass the tests:\n${quoteAsData(failure)}`]),
  ].join('\n\n');
}

/** How a person asks for the second solution. Which one it is is not known before: no text names what the code must be. */
export const followUps = [
  'Can this be solved in another way? Show it, and say how the cost compares.',
  'Please solve the same problem once more with a different approach.',
  'I would like to see an alternative solution to this problem.',
  'Is there another way to write this? Keep the behaviour as it is.',
] as const;
