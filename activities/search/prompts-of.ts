import type { PromptSet } from '../../core/agents/prompt-sets/prompt-set';
import { promptSets } from '../../core/agents/prompt-sets/prompt-sets';
import type { RunRecord } from '../../core/ports/records';
import { usualPrompts } from '../../core/names/prompt-choice';

export function promptsOf({ config }: Pick<RunRecord, 'config'>): {
  readonly set: PromptSet;
  readonly quoteProgram: boolean;
} {
  const { set, program } = config.kind === 'search' ? config.prompts : usualPrompts;
  return { set: promptSets[set], quoteProgram: program === 'quoted' };
}
