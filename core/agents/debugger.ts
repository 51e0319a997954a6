import type { Message } from '../schemas/model';
import { candidateConversation } from './prompts/candidate-conversation';
import type { CandidateInput } from './prompts/candidate-conversation';
import { askedFor } from './prompts/describe-problem';
import { quoteAsData } from './quote-as-data';

const system = 'You are an expert Python programmer who repairs and improves programs of your own.';

export interface DebuggerInput extends CandidateInput {
  /** null: nobody reflected on the program. */
  readonly reflection: string | null;
}

/**
 * An improved full implementation (CodeTree §3.3): the program as the model's own turn, the tests' feedback and one
 * reflection. The critic's review is not shown here; it reached the Thinker, whose reflection carries it on.
 */
export function buildDebuggerMessages(input: DebuggerInput): readonly Message[] {
  const { problem, reflection } = input;
  const advice =
    reflection === null
      ? 'Find out what is wrong with the program, and mend it.'
      : `Advice on how to change the program:\n\n${quoteAsData(reflection)}`;
  const request =
    `Write the improved program as one \`\`\`python code block that holds ${askedFor(problem)} in full, also ` +
    'the parts that stay as they are.';
  return candidateConversation(input, { system, question: `${advice}\n\n${request}` });
}
