import type { DialogueRules } from './dialogue-rules';
import type { RunConfig } from '../schemas/run';

/** What the machine of a problem's dialogue goes by, out of its run's configuration. */
export function problemRules({
  dialogue,
}: Extract<RunConfig, { readonly kind: 'dialogue' }>): Extract<DialogueRules, { of: 'problem' }> {
  const { rounds, feedback, patience = null, tokenBudget = null } = dialogue;
  return { of: 'problem', rounds, feedback, patience, tokenBudget };
}
