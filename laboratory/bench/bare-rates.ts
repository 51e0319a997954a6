import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import type { BenchLab } from './bench-lab';
import { perUnit } from './figures';
import type { BareRates, CpuCost } from './figures';
import { startCpuClock } from './process-cpu';

/** How many workflows run at once. */
const atOnce = 50;
const full = { steps: 40, children: 10 };
const small = { steps: 12, children: 4 };
const warmUpEach = 1;

export interface BareFigures extends BareRates {
  readonly step: CpuCost;
  readonly child: CpuCost;
}

/** Steps and child workflows a second of workflows that do nothing else, 50 at a time. */
export async function measureBare(lab: BenchLab, quick: boolean): Promise<BareFigures> {
  const each = quick ? small : full;
  const queue = `bare-${randomUUID()}`;
  const worker = await lab.worker({
    queue,
    workflows: join(__dirname, 'bare', 'workflows.ts'),
    activities: { noop: async () => undefined },
  });
  return worker.runUntil(async () => {
    await timed(lab, queue, { type: 'bareSteps', each: warmUpEach });
    const steps = await timed(lab, queue, { type: 'bareSteps', each: each.steps });
    await timed(lab, queue, { type: 'bareParent', each: warmUpEach });
    const children = await timed(lab, queue, { type: 'bareParent', each: each.children });
    return {
      stepsPerSecond: steps.perSecond,
      childrenPerSecond: children.perSecond,
      step: steps.cpu,
      child: children.cpu,
    };
  });
}

interface Load {
  readonly type: 'bareSteps' | 'bareParent';
  readonly each: number;
}

async function timed(
  { client, serverPid }: BenchLab,
  taskQueue: string,
  { type, each }: Load,
): Promise<{ readonly perSecond: number; readonly cpu: CpuCost }> {
  const units = atOnce * each;
  const cpu = startCpuClock(serverPid);
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, () =>
      client.workflow.execute(type, { taskQueue, workflowId: randomUUID(), args: [each] }),
    ),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  return { perSecond: units / seconds, cpu: perUnit(cpu(), units) };
}
