import { alternating } from '../turns';
import type { ToldRow, ToldStep } from '../method';
import type { DialogueTurn } from '../../schemas/source-row';
import { stripReasoning } from '../../replies/strip-reasoning';

/** The dialogue so far: the query, replies, results of running code, and feedback of the simulated person. */
export function stepsAsTurns({ planned, steps }: ToldRow): readonly DialogueTurn[] {
  return [{ role: 'user', content: planned.row.query }, ...steps.map(turnOf)];
}

/** The same as it is stored. */
export function storedTurns(told: ToldRow): readonly DialogueTurn[] {
  return alternating(stepsAsTurns(told));
}

function turnOf(step: ToldStep): DialogueTurn {
  if (step.kind !== 'asked') return { role: 'user', content: step.text };
  return step.speaker === 'asking-user'
    ? { role: 'user', content: step.value ?? '' }
    : { role: 'assistant', content: stripReasoning(step.text) };
}
