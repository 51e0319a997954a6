import type { StepNote } from '../schemas/environment-built';
import type { PlanEvent, StepAction } from './plan/plan';

/** What of a step only whoever carried it out has seen. */
export type SeenOfStep = Pick<StepNote, 'cpuMs' | 'wallMs' | 'reused'> &
  Partial<Pick<StepNote, 'dropped' | 'measure' | 'coverage' | 'survivors'>>;

/** A step and what came of it, for the pages of its function. */
export function stepNote(action: StepAction, event: PlanEvent, seen: SeenOfStep): StepNote {
  return {
    stage: action.kind,
    generator: action.kind === 'generate' ? action.generator : null,
    round: action.kind === 'generate' ? action.round : 0,
    came: event.kind,
    reason: event.kind === 'failed' ? event.reason : null,
    feedback: event.kind === 'failed' ? event.feedback : null,
    cases: event.kind === 'passed' ? event.cases : null,
    measure: event.kind === 'passed' ? (event.measure ?? null) : null,
    dropped: [],
    ...(event.kind === 'sliced' ? { slice: event.slice } : {}),
    ...seen,
  };
}
