import type { ItemRow } from '../work-row';
import type { DatasetOutcome } from './schema';

/** Of a row that was never begun. */
export const noDatasetRow: DatasetOutcome = {
  kind: 'dataset',
  end: null,
  method: null,
  steps: [],
  dialogue: null,
  findings: [],
};

export const datasetItem: ItemRow<DatasetOutcome> = {
  workflow: 'writeDialogue',
  phase: 'writing',
  noOutcome: noDatasetRow,
};
