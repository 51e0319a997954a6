import { askedFor } from '../../agents/prompts/describe-problem';
import { programTurn } from '../../replies/program-turn';
import { quoteAsData } from '../../words/quote-as-data';
import { readReply } from '../../replies/read-reply';
import { buildSolverMessages } from '../../agents/solver';
import type { FeedbackSource } from '../../schemas/dialogue';
import type { Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import type { RefineInput, PastRound } from './past-round';

/** The Solver's question (as `direct` asks it, so that it is answered once for both), then each reply and what it is told. */
export function chatTurns({ problem, rounds }: RefineInput): readonly (readonly Message[])[] {
  return [
    buildSolverMessages({ problem, strategy: null, style: 'plain' }),
    ...rounds.map((round) => roundTurns(round, problem)),
  ];
}

function roundTurns(round: PastRound, problem: Problem): readonly Message[] {
  return [replyTurn(round), { role: 'user', content: feedbackTurn(round, problem) }];
}

/** Without thoughts. If the last block is not the program, only the program: the model is asked to repair the last block. */
function replyTurn({ reply, program }: PastRound): Message {
  const { answer, blocks } = readReply(reply);
  if (program === null) return { role: 'assistant', content: answer.trim() };
  const shows = blocks.at(-1)?.text.trim() === program.trim() && hasPlainFences(answer, blocks);
  return shows ? { role: 'assistant', content: answer.trim() } : programTurn(program);
}

/** Whether no reader of the text could see other blocks in it: every fence alone on its line, opened and closed. */
function hasPlainFences(answer: string, blocks: readonly unknown[]): boolean {
  const fences = answer.split('\n').filter((line) => /`{3}|~{3}/.test(line));
  return (
    fences.length === 2 * blocks.length &&
    fences.every((line, index) => (index % 2 === 0 ? /^```[\w+-]*$/ : /^```$/).test(line.trimEnd()))
  );
}

/** How each one's words are handed on: what a program or a model wrote is quoted, what a person says is said. */
const saidBy: Readonly<Record<FeedbackSource, (text: string) => string>> = {
  execution: (text) => text,
  human: reviewed,
  oracle: reviewed,
  person: (text) => text.trim(),
  none: () => 'Your program is not accepted.',
};

function reviewed(text: string): string {
  return `Your program is not right yet. Somebody who has looked at it says:\n\n${quoteAsData(text)}`;
}

function feedbackTurn({ feedback }: PastRound, problem: Problem): string {
  const request =
    `Write the improved program as one \`\`\`python code block that holds ${askedFor(problem)} in full, also ` +
    'the parts that stay as they are.';
  return `${saidBy[feedback.source](feedback.text)}\n\n${request}`;
}
