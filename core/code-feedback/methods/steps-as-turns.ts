import { alternating } from '../turns';
import type { ToldRow, ToldStep } from '../method';
import type { DialogueTurn } from '../../schemas/source-row';
import { stripReasoning } from '../../replies/strip-reasoning';

/** The dialogue so far: the query, replies, results of running code, and feedback of the simulated person. Feedback that could not be read is left out. */
export function stepsAsTurns({ planned, steps }: ToldRow): readonly DialogueTurn[] {
  return [{ role: 'user', content: planned.row.query }, ...steps.flatMap(turnsOf)];
}

/** The same as it is stored. */
export function storedTurns(told: ToldRow): readonly DialogueTurn[] {
  return alternating(stepsAsTurns(told));
}

function turnsOf(step: ToldStep): readonly DialogueTurn[] {
  if (step.kind !== 'asked') return [{ role: 'user', content: step.text }];
  if (step.speaker !== 'asking-user') {
    return [{ role: 'assistant', content: stripReasoning(step.text) }];
  }
  return step.value === null ? [] : [{ role: 'user', content: step.value }];
}
