import { randomUUID } from 'node:crypto';

import { createModelClient } from '../../llm';
import type { BenchLab } from './bench-lab';
import { efficiency, idealMs } from './figures';
import type { CpuCost } from './figures';
import { measureRun } from './product-run';
import { startLatencyEndpoint } from './start-endpoint';

export interface EfficiencyPoint {
  readonly concurrency: number;
  readonly latencyMs: number;
  /** null: there is none for this point. */
  readonly aim: number | null;
}

export const efficiencyPoints: readonly EfficiencyPoint[] = [
  { concurrency: 10, latencyMs: 1000, aim: 0.92 },
  { concurrency: 50, latencyMs: 1000, aim: 0.8 },
  { concurrency: 200, latencyMs: 1000, aim: 0.3 },
  { concurrency: 10, latencyMs: 5000, aim: null },
  { concurrency: 50, latencyMs: 5000, aim: 0.97 },
  { concurrency: 200, latencyMs: 5000, aim: 0.85 },
];

export const quickPoints = efficiencyPoints.slice(0, 2);

export interface EfficiencyFigures extends EfficiencyPoint {
  readonly efficiency: number;
  /** Of Inspect AI in the same run; null: it was left out. */
  readonly inspect: number | null;
  readonly calls: number;
  readonly wallMs: number;
  readonly idealMs: number;
  readonly cpu: CpuCost;
}

/** Problems per slot, and programs per problem. */
const rounds = 4;
const budget = 4;

/** How much of a run's time is its model's: ideal over measured wall clock, over real HTTP. */
export async function measureEfficiency(
  lab: BenchLab,
  point: EfficiencyPoint,
  queues: 'single' | 'split',
): Promise<Omit<EfficiencyFigures, 'inspect'>> {
  const { concurrency, latencyMs } = point;
  const endpoint = await startLatencyEndpoint(latencyMs);
  try {
    const model = createModelClient({
      baseUrl: endpoint.baseUrl,
      apiKey: 'none',
      timeoutMs: lab.settings.ESPALIER_MODEL_TIMEOUT_MS,
      ownServer: false,
    });
    const name = `efficiency-${randomUUID().slice(0, 8)}`;
    const problems = rounds * concurrency;
    const run = await measureRun(lab, { name, problems, budget, concurrency, model, queues });
    const timed = { calls: run.calls.calls, latencyMs, concurrency };
    return {
      ...point,
      efficiency: efficiency(timed, run.wallMs),
      calls: run.calls.calls,
      wallMs: run.wallMs,
      idealMs: idealMs(timed),
      cpu: run.cpu,
    };
  } finally {
    await endpoint.stop();
  }
}
