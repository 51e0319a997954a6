import type { Message } from '../../schemas/model';
import type { Problem } from '../../schemas/problem';
import { describeProblem } from './describe-problem';
import { quoteAsData } from '../quote-as-data';
import { programTurn } from './program-turn';

/** A program under discussion and what running the visible tests said of it. */
export interface CandidateInput {
  readonly problem: Problem;
  readonly program: string;
  readonly feedback: string;
}

/** system, the problem, the program as the model's own turn, then the feedback with a question about it. */
export function candidateConversation(
  { problem, program, feedback }: CandidateInput,
  { system, hint, question }: { readonly system: string; hint?: string; readonly question: string },
): readonly Message[] {
  const task = hint === undefined ? [] : [hint];
  return [
    { role: 'system', content: system },
    {
      role: 'user',
      content: [describeProblem(problem), ...task, 'Solve it in one Python code block.'].join(
        '\n\n',
      ),
    },
    programTurn(program),
    {
      role: 'user',
      content: `Running the tests on this program gave:\n\n${quoteAsData(feedback)}\n\n${question}`,
    },
  ];
}
