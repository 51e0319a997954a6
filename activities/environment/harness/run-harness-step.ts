import type { ActivityDependencies } from '../../dependencies';
import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { OfStep } from '../../../core/ports/environment';
import { noteTurn, stepNoteKey, stepNotes, stepPlace } from '../../../core/work/note-keys';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import { stepNote } from '../../../core/repository/step-note';
import type { SeenOfStep } from '../../../core/repository/step-note';
import { StepNote } from '../../../core/schemas/environment-built';
import { countedCell, keptTry } from '../counted-cell';
import type { HarnessContext } from './harness-context';
import { runStep } from './harness-steps';
import type { AskForCases } from './harness-steps';

type Environments = ActivityDependencies['store']['environments'];

/** Carries out a step and stores its note, which includes the cost. */
export async function runHarnessStep(
  environments: Environments,
  context: HarnessContext,
  input: OfStep,
  ask: AskForCases,
): Promise<PlanEvent> {
  const { attempt, function: id, action } = input;
  // The reply of a model is read back from the journal and prepared again.
  const reused = !(action.kind === 'generate' && action.generator === 'model');
  let seen: SeenOfStep = { cpuMs: 0, wallMs: 0, reused };
  const turn = await noteTurn(environments, attempt, id, context.cell.place.tools);
  const noteKey = stepNoteKey(attempt, id, stepPlace(action.id), turn);
  const count = (cpuMs: number, wallMs: number): void => {
    seen = { ...seen, cpuMs: seen.cpuMs + cpuMs, wallMs: seen.wallMs + wallMs, reused: false };
  };
  const begin = keptTry(environments, noteKey);
  const noted: HarnessContext = {
    ...context,
    cell: countedCell(context.cell, count, begin),
    alone: (work) => context.alone((cell) => work(countedCell(cell, count, begin))),
    note: (more) => {
      seen = { ...seen, ...more };
    },
  };
  const event = await runStep(noted, action, ask);
  await environments.saveStep(noteKey, stepNote(action, event, seen));
  return event;
}

/** Whether a case of the function ran to its end in this attempt. The last failure of a function does not tell this. */
export async function hasRun(
  environments: Environments,
  attempt: AttemptKey,
  id: string,
): Promise<boolean> {
  const notes = await stepNotes(environments, attempt, id);
  return notes.some((note) => {
    const { stage, came } = StepNote.parse(note);
    return stage === 'run' && came === 'passed';
  });
}
