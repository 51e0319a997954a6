import type { AttemptKey } from '../../core/durable/attempt-key';
import type { PlanAction } from '../../core/repository/plan/plan';
import type { HarnessReason } from '../../core/names/environment-reasons';
import type { Definition } from '../../core/schemas/environment-definition';
import type { HarnessPart } from '../../core/schemas/environment-harness';
import type { DurableContext } from '../work/durable';
import type { PrepareCases } from './prepare-cases';

export interface CasesTurn {
  readonly attempt: AttemptKey;
  readonly definition: Definition;
  /** Module that the definition is imported from. */
  readonly module: string;
  /** Text of the slice. */
  readonly context: string;
  readonly action: Extract<PlanAction, { readonly kind: 'generate' }>;
  /** Cases that the action's feedback is about: `action.failed.part`, else `action.harness`; null: there are none. */
  readonly previous: string | null;
  readonly prepare: PrepareCases;
}

export type GeneratedCases =
  /** `part`: as its author wrote it. */
  | { readonly kind: 'cases'; readonly part: HarnessPart }
  /** There is nothing to run. `feedback`: for the next round of the same generator. */
  | {
      readonly kind: 'none';
      readonly reason: HarnessReason;
      readonly feedback: string | null;
    };

/** Generates cases for one function. The same gates judge the cases of all generators. */
export type CasesGenerator = (turn: CasesTurn, context: DurableContext) => Promise<GeneratedCases>;
