import type { AttemptKey } from '../../../core/durable/attempt-key';
import type { PlanEvent } from '../../../core/repository/plan/plan';
import type { DurableContext } from '../../work/durable';
import type { Built } from './built-harness';
import type { ActionOf, HarnessContext } from './harness-context';

/** Work of models for harnesses. Without a model neither function is called. */
export interface HarnessModel {
  readonly generate: (
    context: HarnessContext,
    turn: { readonly attempt: AttemptKey; readonly action: ActionOf<'generate'> },
    durable: DurableContext,
  ) => Promise<PlanEvent>;
  /** Refines the docstring with a model, if the run asks for it. */
  readonly refine: (
    context: HarnessContext,
    accepted: Built & { readonly attempt: AttemptKey },
    durable: DurableContext,
  ) => Promise<Built['built']['instance']>;
}
