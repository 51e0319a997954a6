import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { DurableContext } from '../../work/durable';
import type { Built } from './built-harness';
import type { ActionOf, HarnessContext } from './harness-context';

/** What models do for harnesses; without one neither is called. */
export interface HarnessModel {
  readonly generate: (
    context: HarnessContext,
    turn: { readonly attempt: AttemptKey; readonly action: ActionOf<'generate'> },
    durable: DurableContext,
  ) => Promise<PlanEvent>;
  /** With a docstring that a model has refined, where the run asks for that. */
  readonly refine: (
    context: HarnessContext,
    accepted: Built & { readonly attempt: AttemptKey },
    durable: DurableContext,
  ) => Promise<Built['built']['instance']>;
}
