import type { WorkOnItem } from '../../ports/work';
import type { ItemRow, KindRow } from '../work-row';
import type { TaskOutcome } from './schema';

export const noTask: TaskOutcome = {
  ...{ kind: 'task', rejected: null, row: null },
  ...{ failToPass: 0, passToPass: 0, flaky: [] },
};

export const taskItem: ItemRow<TaskOutcome> = {
  workflow: 'makeTask',
  phase: 'making',
  noOutcome: noTask,
};

/** The activities of runs that make tasks. They are safe to run twice. */
export interface TaskPorts {
  /** Measures the tests of a candidate and records the task that it makes, or why there is none. */
  readonly makeTaskOf: WorkOnItem;
}

/** Repository tasks that are made of commits (docs/tasks.md). */
export const taskRow: KindRow<'task'> = {
  methods: ['make-tasks'],
  byMethod: false,
  together: () => 1,
  steering: [],
  scored: false,
  models: () => [],
  methodText: ({ method }) => method,
  author: () => null,
  identity: (config) => config,
  counts: () => null,
  prompts: () => null,
  promptsSha256: () => null,
  answer: () => null,
  programs: () => [],
  calls: () => [],
  texts: ({ row }) => (row === null ? [] : [row]),
  generated: () => 0,
  shownRuns: () => [],
  tabled: (outcome) => ({ ...outcome, flaky: [] }),
  sums: ({ outcome }) => ({ tasks: { [outcome.rejected?.reason ?? 'made']: 1 } }),
  budget: () => null,
  place: () => '',
  ordinal: () => 0,
};
