import type { PromptSet } from '../../core/agents/prompt-sets/prompt-set';
import { promptSets } from '../../core/agents/prompt-sets/prompt-sets';
import type { RunRecord } from '../../core/ports/records';
import { workRow } from '../../core/kinds/kinds';
import { usualPrompts } from '../../core/names/prompt-choice';

export function promptsOf({ config }: Pick<RunRecord, 'config'>): {
  readonly set: PromptSet;
  readonly quoteProgram: boolean;
} {
  const { set, program } = workRow(config.kind).prompts(config) ?? usualPrompts;
  return { set: promptSets[set], quoteProgram: program === 'quoted' };
}
