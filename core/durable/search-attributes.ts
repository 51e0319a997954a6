/** What of a run's configuration its workflows are found by. */
export interface RunLabels {
  readonly method: string;
  readonly dataset: string;
  readonly model: string;
}

/** All are of type Keyword; a server has to be told of them before it takes one. */
export const searchAttributeNames = [
  'EspalierRun',
  'EspalierMethod',
  'EspalierDataset',
  'EspalierModel',
  'EspalierPhase',
] as const;

/**
 * What the engine's UI and its list queries find a workflow by.
 * @param phase `running` for a run, `paused`, or what an item is doing: each kind of work has its own words
 */
export function searchAttributes(
  { run, labels }: { readonly run: string; readonly labels: RunLabels },
  phase: string,
): Record<(typeof searchAttributeNames)[number], string[]> {
  return {
    EspalierRun: [run],
    EspalierMethod: [labels.method],
    EspalierDataset: [labels.dataset],
    EspalierModel: [labels.model],
    EspalierPhase: [phase],
  };
}
