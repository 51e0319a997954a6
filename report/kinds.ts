import { asJson } from '../core/values/canonical-json';
import type { AttemptOutcome, WorkKind } from '../core/schemas/run';
import type { OfKind } from '../core/kinds/of-kind';
import { searchHeadFacts, searchTreeLines } from './attempt-tree';
import { dialogueHeadFacts, transcriptLines } from './dialogue-transcript';
import { environmentReport } from './environments/environment-rows';
import { evaluationReport } from './evaluation/evaluation-report';
import { dialogueTrace } from './export/dialogue-trace';
import { attemptSampleRow, samplesFile } from './export/sample-rows';
import { searchTrace } from './export/search-trace';
import { dialogueFigureRows, dialogueSettingRows } from './dialogue-rows';
import type { KindReport, RowKind } from './kind-report';

/** What a kind adds to `plainReport`, or says in place of it. */
const kindReports: {
  readonly [Kind in WorkKind]?: Partial<KindReport<OfKind<AttemptOutcome, Kind>>>;
} = {
  search: {
    headFacts: searchHeadFacts,
    lines: searchTreeLines,
    trace: searchTrace,
    files: { [samplesFile]: attemptSampleRow },
  },
  dialogue: {
    settings: dialogueSettingRows,
    figures: dialogueFigureRows,
    headFacts: dialogueHeadFacts,
    lines: transcriptLines,
    trace: dialogueTrace,
    files: { [samplesFile]: attemptSampleRow },
  },
  environment: environmentReport,
  evaluation: evaluationReport,
};

/** For kinds that say no more: the trace has the outcome as it is. */
const plainReport: KindReport<AttemptOutcome> = {
  settings: [],
  figures: [],
  headFacts: () => [],
  lines: () => Promise.resolve([]),
  trace: (_sources, _attempt, outcome) =>
    Promise.resolve({ facts: { outcome: asJson(outcome) }, rows: [] }),
  files: {},
};

/** The row of a kind, for callers that serve all of them. */
export function kindReport(kind: WorkKind): KindReport<AttemptOutcome> {
  return { ...plainReport, ...kindReports[kind] };
}

/** Rows of a run's table that some kind has for itself, kind by kind. */
export function kindRows(part: 'settings' | 'figures'): readonly RowKind[] {
  return Object.values(kindReports).flatMap((report) => report[part] ?? []);
}
