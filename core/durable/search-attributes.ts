/** Labels from the configuration of a run, by which its workflows are found. */
export interface RunLabels {
  readonly method: string;
  readonly dataset: string;
  readonly model: string;
}

/** All are of type Keyword. A server must know them before it accepts them. */
export const searchAttributeNames = [
  'EspalierRun',
  'EspalierMethod',
  'EspalierDataset',
  'EspalierModel',
  'EspalierPhase',
] as const;

/** For the engine's UI and list queries. @param phase `running`, `paused`, or an item's present work, in its kind's words */
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
