import type { RunSetting } from '../../../workflows/work/run-setting';

/** The setting that a workflow gets from its run. */
export function workSetting({
  timing,
  ...changes
}: Partial<Omit<RunSetting, 'timing'>> & {
  readonly timing?: Partial<RunSetting['timing']>;
} = {}): RunSetting {
  return {
    run: 'run',
    kind: 'search',
    labels: { method: 'code-tree', dataset: 'd', model: 'm' },
    queues: { workflows: 'w', model: 'm', sandbox: 's' },
    generation: 'g1',
    ...changes,
    timing: {
      ...{ heartbeatMs: 1_000, retryForMs: 10_000, retryInitialMs: 1, retryMaxMs: 1 },
      ...{ modelTimeoutMs: 1_000, lookAfterMs: 60_000, maxHistory: null },
      ...timing,
    },
  };
}
