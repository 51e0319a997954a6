import type { Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CandidateInput } from './prompts/candidate-conversation';
import { askedFor } from './prompts/describe-problem';
import { reviewOf } from './prompts/review-of';
import { hintOf } from './prompts/strategy-hint';
import { quoteAsData } from '../words/quote-as-data';

const system = 'You are an expert Python programmer who repairs and improves programs of your own.';

export interface DebuggerInput extends CandidateInput {
  /** null: the Thinker was not asked to reflect on the program. */
  readonly reflection: string | null;
  /** Strategy of the program. null: there is none. */
  readonly strategy: string | null;
  /** The critic's analysis of it; null or empty when there is none. */
  readonly review: string | null;
}

/** An improved full implementation (CodeTree §3.3, eq. 6). The program is the model's own turn. */
export function buildDebuggerMessages(input: DebuggerInput): readonly Message[] {
  const { problem, reflection } = input;
  const advice =
    reflection === null
      ? 'Find out what is wrong with the program, and mend it.'
      : `Advice on how to change the program:\n\n${quoteAsData(reflection)}`;
  const request =
    `Write the improved program as one \`\`\`python code block that holds ${askedFor(problem)} in full, also ` +
    'the parts that stay as they are. Leave tests and examples of its use out of it.';
  return candidateConversation(
    { ...input, quoteProgram: false },
    {
      system,
      ...hintOf(input),
      question: [...reviewOf(input.review), advice, request].join('\n\n'),
    },
  );
}
