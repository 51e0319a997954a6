import { defineQuery } from '@temporalio/workflow';

import type { LiveFunnel } from '../../core/repository/live-funnel';
import type { PlanState } from '../../core/repository/plan/plan';

/** What is done with a repository as a whole, in order. */
export type EnvironmentStage =
  | 'beginning'
  | 'taking-in'
  | 'installing'
  | 'importing'
  | 'selecting'
  | 'tracing'
  | 'building'
  | 'finishing';

/** What a person sees of a repository that is being worked on. */
export interface FunnelView {
  readonly stage: EnvironmentStage;
  readonly paused: string | null;
  /** null: its functions are not selected yet. */
  readonly funnel: LiveFunnel | null;
  /** Functions that a harness is being built for; each is asked for its step by its workflow (`harness`). */
  readonly underWay: readonly { readonly id: string; readonly workflow: string }[];
}

/** What a person sees of the harness of one function. */
export interface HarnessView {
  readonly state: PlanState;
  readonly paused: string | null;
}

export const funnelQuery = defineQuery<FunnelView>('funnel');
export const harnessQuery = defineQuery<HarnessView>('harness');
