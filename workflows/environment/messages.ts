import { defineQuery } from '@temporalio/workflow';

import type { LiveFunnel } from '../../core/repository/live-funnel';
import type { PlanState } from '../../core/repository/plan/plan';

/** Stages of the work on a repository as a whole, in order. */
export type EnvironmentStage =
  | 'beginning'
  | 'taking-in'
  | 'installing'
  | 'importing'
  | 'selecting'
  | 'tracing'
  | 'building'
  | 'finishing';

export interface FunnelView {
  readonly stage: EnvironmentStage;
  readonly paused: string | null;
  /** null: the functions are not selected yet. */
  readonly funnel: LiveFunnel | null;
  /** Functions whose harnesses are being built. The workflow of each function answers the query `harness`. */
  readonly underWay: readonly { readonly id: string; readonly workflow: string }[];
}

export interface HarnessView {
  readonly state: PlanState;
  readonly paused: string | null;
}

export const funnelQuery = defineQuery<FunnelView>('funnel');
export const harnessQuery = defineQuery<HarnessView>('harness');
