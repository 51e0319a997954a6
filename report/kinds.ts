import { asJson } from '../core/values/canonical-json';
import type { RunConfig, WorkKind } from '../core/schemas/run';
import { datasetReport } from './datasets/dataset-report';
import { dialogueReport } from './dialogue/dialogue-report';
import { environmentReport } from './environments/environment-rows';
import { evaluationReport } from './evaluation/evaluation-report';
import type { KindReport, Particular, RowKind } from './kind-report';
import { searchReport } from './search/search-report';
import { taskReport } from './tasks/task-report';

/** What a kind adds to `plainReport`, or says in place of it. */
const kindReports: { readonly [Kind in WorkKind]?: Partial<KindReport<Kind>> } = {
  search: searchReport,
  dialogue: dialogueReport,
  environment: environmentReport,
  evaluation: evaluationReport,
  task: taskReport,
  dataset: datasetReport,
};

const reports: readonly (readonly [kind: string, Partial<KindReport>])[] =
  Object.entries(kindReports);

/** For kinds that say no more: the trace has the outcome as it is. */
const plainReport: KindReport = {
  settings: [],
  figures: [],
  comparison: [],
  differences: [],
  particulars: [],
  shape: () => [],
  repairs: 'Answers that repair',
  statements: () => [],
  headFacts: () => [],
  lines: () => Promise.resolve([]),
  trace: (_sources, _attempt, outcome) =>
    Promise.resolve({ facts: { outcome: asJson(outcome) }, rows: [] }),
  files: {},
  runFiles: () => Promise.resolve([]),
};

/** The row of a kind, for callers that serve all of them. */
export function kindReport(kind: WorkKind): KindReport {
  return { ...plainReport, ...kindReports[kind] };
}

/** Rows of a table that some kind has for itself, kind by kind. */
export function kindRows(part: 'settings' | 'figures' | 'comparison'): readonly RowKind[] {
  return reports.flatMap(([kind, report]) =>
    (report[part] ?? []).map((row) => ({
      label: row.label,
      value: (run) => {
        const { config } = run.record;
        return config.kind === kind ? row.value(config, run) : null;
      },
    })),
  );
}

/** Differences between runs. `of` is undefined for runs of other kinds. */
export const kindDifferences: readonly {
  readonly of: (config: RunConfig) => string | undefined;
  readonly note: string;
}[] = reports.flatMap(([kind, { differences = [] }]) =>
  differences.map((one) => ({
    of: (config) => (config.kind === kind ? one.of(config) : undefined),
    note: one.note,
  })),
);

/** What runs differ in, kind by kind. Empty for runs of other kinds. */
export function kindParticulars(
  among: Particular['among'],
): readonly ((config: RunConfig) => string)[] {
  return reports.flatMap(([kind, { particulars = [] }]) =>
    particulars
      .filter((one) => one.among === among)
      .map((one) => (config: RunConfig) => (config.kind === kind ? one.say(config) : '')),
  );
}
