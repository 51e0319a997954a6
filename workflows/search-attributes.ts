import type { RunSetting } from './timing';

export type Phase = 'running' | 'searching' | 'expanding' | 'grading' | 'paused';

/** What the engine's UI and its list queries find a workflow by. */
export function searchAttributes(
  { run, labels }: RunSetting,
  phase: Phase,
): Record<string, string[]> {
  return {
    EspalierRun: [run],
    EspalierMethod: [labels.method],
    EspalierDataset: [labels.dataset],
    EspalierModel: [labels.model],
    EspalierPhase: [phase],
  };
}
