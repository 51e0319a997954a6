import type { Message } from '../../schemas/model';
import type { Problem } from '../../tasks/problem';
import { candidateConversation } from '../prompts/candidate-conversation';
import type { CandidateInput } from '../prompts/candidate-conversation';
import { askedFor, describeProblem } from '../prompts/describe-problem';
import { quoteAsData } from '../../words/quote-as-data';

const coder =
  'You are an expert Python programmer who turns plans into correct and complete programs.';
const debugging =
  'You are an expert Python programmer who finds out where a program of your own departs from its plan, or where the ' +
  'plan itself is wrong, and mends it.';

/** A program by a plan (MapCoder's coding agent). */
export function buildPlannedSolverMessages({
  problem,
  plan,
}: {
  readonly problem: Problem;
  /** null: there is none. */
  readonly plan: string | null;
}): readonly Message[] {
  const content = [
    describeProblem(problem),
    ...planHint(plan),
    `Carry the plan out as one \`\`\`python code block that holds ${askedFor(problem)} with everything it needs: ` +
      'imports, helpers, and no part left out. Where the statement and the plan disagree, the statement counts.',
  ];
  return [
    { role: 'system', content: coder },
    { role: 'user', content: content.join('\n\n') },
  ];
}

export interface PlannedDebuggerInput extends CandidateInput {
  /** null: there is none. */
  readonly plan: string | null;
}

/** A repaired program, with the plan in view (MapCoder's debugging agent). */
export function buildPlannedDebuggerMessages({
  plan,
  ...candidate
}: PlannedDebuggerInput): readonly Message[] {
  const [hint] = planHint(plan);
  const question = [
    'Trace the first failing test through the program by hand and find the first step that goes wrong: does the ' +
      'program not do what the plan says, or is it the plan? Correct the one or the other.',
    `Then write the corrected program as one \`\`\`python code block that holds ${askedFor(candidate.problem)} in ` +
      'full, also the parts that stay as they are.',
  ].join('\n\n');
  return candidateConversation(candidate, {
    system: debugging,
    ...(hint === undefined ? {} : { hint }),
    question,
  });
}

function planHint(plan: string | null): readonly string[] {
  return plan === null ? [] : [`The plan for it:\n\n${quoteAsData(plan)}`];
}
