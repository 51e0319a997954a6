import { UsageError } from '../../core/errors/errors';
import { promptSets } from '../../core/agents/prompt-sets/prompt-sets';
import { usualPrompts } from '../../core/names/prompt-choice';
import type { ProgramForm } from '../../core/names/prompt-choice';
import type { ModelConfig } from '../../core/schemas/run';
import type { CheckedRequest } from './run-request';

/**
 * How the reviewer of a program sees it: as requested, otherwise as usual in the set of prompts. Our own server finds the
 * program only in the turn of the model.
 * @returns undefined for the form of runs that were asked for none
 * @throws UsageError (`OPTION_OF_OTHER_KIND`) for a quoted program at our own server
 */
export function programForm(
  { prompts, shownProgram }: Pick<CheckedRequest, 'prompts' | 'shownProgram'>,
  { kind }: Pick<ModelConfig, 'kind'>,
): ProgramForm | undefined {
  if (kind === 'endpoint') {
    if (shownProgram !== undefined) return shownProgram;
    const { programForm: usual } = promptSets[prompts ?? usualPrompts.set];
    return usual === usualPrompts.program ? undefined : usual;
  }
  if (shownProgram !== 'quoted') return shownProgram;
  throw new UsageError(
    `--shown-program quoted means nothing for --model ${kind}: a bank finds the program in the model's own turn`,
    'Leave it out, or use a model behind an endpoint',
    { code: 'OPTION_OF_OTHER_KIND' },
  );
}
