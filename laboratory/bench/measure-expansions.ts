import { randomUUID } from 'node:crypto';

import type { BareFigures } from './bare-rates';
import type { BenchLab } from './bench-lab';
import { allowedExpansions, cpuRatio, perUnit } from './figures';
import type { CpuCost } from './figures';
import { measureRun } from './product-run';
import { inProcessModel } from './synthetic-search';

const concurrency = 50;

export interface ExpansionFigures {
  /** Programs per problem. */
  readonly budget: number;
  readonly perSecond: number;
  readonly cpu: CpuCost;
}

export interface ExpansionLoad {
  /** `budget` programs for each of `problems` problems, 50 at a time. */
  readonly problems: number;
  readonly budget: number;
  readonly queues: 'single' | 'split';
}

/** Our expansions a second when models and sandboxes answer at once: what durable search itself costs. */
export async function measureExpansions(
  lab: BenchLab,
  { problems, budget, queues }: ExpansionLoad,
): Promise<ExpansionFigures> {
  const name = `expansions-${randomUUID().slice(0, 8)}`;
  const model = inProcessModel();
  const run = await measureRun(lab, { name, problems, budget, concurrency, model, queues });
  return {
    budget,
    perSecond: run.expansions / (run.wallMs / 1000),
    cpu: perUnit(run.cpu, run.expansions),
  };
}

export interface ComparedExpansions extends ExpansionFigures {
  readonly allowedPerSecond: number;
  readonly ratio: number;
  readonly ratioByCpu: number;
}

export function compareExpansions(bare: BareFigures, ours: ExpansionFigures): ComparedExpansions {
  const allowedPerSecond = allowedExpansions(bare);
  return {
    ...ours,
    allowedPerSecond,
    ratio: ours.perSecond / allowedPerSecond,
    ratioByCpu: cpuRatio(bare, ours.cpu),
  };
}
