import type { Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import { describeProblem } from './describe-problem';
import { quoteAsData } from '../../words/quote-as-data';
import { programTurn } from '../../replies/program-turn';

export interface CandidateInput {
  readonly problem: Problem;
  readonly program: string;
  readonly feedback: string;
  /** Show the program as a quotation, not as the model's own turn. Default false. */
  readonly quoteProgram?: boolean | undefined;
}

export interface CriticInput extends CandidateInput {
  /** Strategy of the program. null: there is none. */
  readonly strategy: string | null;
}

/** system, the problem, the program (as the model's own turn, or quoted), then the feedback with a question about it. */
export function candidateConversation(
  { problem, program, feedback, quoteProgram = false }: CandidateInput,
  { system, hint, question }: { readonly system: string; hint?: string; readonly question: string },
): readonly Message[] {
  const task = [describeProblem(problem), ...(hint === undefined ? [] : [hint])];
  const asked = `Running the tests on this program gave:\n\n${quoteAsData(feedback)}\n\n${question}`;
  if (quoteProgram) {
    const shown = `A program that is meant to solve it:\n\n${quoteAsData(program, 'python')}`;
    return [
      { role: 'system', content: system },
      { role: 'user', content: [...task, shown, asked].join('\n\n') },
    ];
  }
  return [
    { role: 'system', content: system },
    { role: 'user', content: [...task, 'Solve it in one Python code block.'].join('\n\n') },
    programTurn(program),
    { role: 'user', content: asked },
  ];
}
