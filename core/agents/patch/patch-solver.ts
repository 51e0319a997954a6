import type { Message } from '../../schemas/model';
import type { PatchProblem } from '../../tasks/patch/patch';
import { describeProblem } from '../prompts/describe-problem';
import type { SolverInput } from '../solver';
import { editForm } from './edit-form';
import { locationHint } from './location-hint';

export const programmerSystem =
  'You are an experienced Python programmer. You change the code of a repository so that an issue is solved, and you change ' +
  'nothing else.';

const requests: Readonly<Record<SolverInput['style'], string>> = {
  plain: 'Solve the issue by changing this code.',
  'reason-first':
    'Solve the issue by changing this code. First, reason step by step: say what happens now and why, what should happen, and ' +
    'which lines are responsible. Then consider what else uses these lines. Write the change last.',
};

export interface PatchSolverInput {
  readonly problem: PatchProblem;
  readonly strategy: string | null;
  readonly style: SolverInput['style'];
}

/** A first patch (CodeTree §4.7). A strategy is a location set with its code, in place of what was retrieved for the whole problem. */
export function patchSolverMessages({
  problem,
  strategy,
  style,
}: PatchSolverInput): readonly Message[] {
  const about = strategy === null ? problem : { ...problem, context: '' };
  const content = [
    describeProblem(about),
    ...(strategy === null ? [] : [locationHint(strategy)]),
    requests[style],
    editForm,
  ];
  return [
    { role: 'system', content: programmerSystem },
    { role: 'user', content: content.join('\n\n') },
  ];
}
