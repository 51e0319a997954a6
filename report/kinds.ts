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
import {
  dialogueComparisonRows,
  dialogueDifferences,
  dialogueFigureRows,
  dialogueParticulars,
  dialogueSettingRows,
} from './dialogue-rows';
import { dialogueStatements } from './dialogue-statements';
import type { KindDifference, KindReport, Particular, RowKind } from './kind-report';
import { searchParticulars, searchSettingRows } from './search-rows';

/** What a kind adds to `plainReport`, or says in place of it. */
const kindReports: {
  readonly [Kind in WorkKind]?: Partial<KindReport<OfKind<AttemptOutcome, Kind>>>;
} = {
  search: {
    settings: searchSettingRows,
    particulars: searchParticulars,
    headFacts: searchHeadFacts,
    lines: searchTreeLines,
    trace: searchTrace,
    files: { [samplesFile]: attemptSampleRow },
  },
  dialogue: {
    settings: dialogueSettingRows,
    figures: dialogueFigureRows,
    comparison: dialogueComparisonRows,
    differences: dialogueDifferences,
    particulars: dialogueParticulars,
    repairs: 'Answers of later rounds',
    statements: dialogueStatements,
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
  comparison: [],
  differences: [],
  particulars: [],
  repairs: 'Debugger answers',
  statements: () => [],
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

/** Rows of a table that some kind has for itself, kind by kind. */
export function kindRows(part: 'settings' | 'figures' | 'comparison'): readonly RowKind[] {
  return Object.values(kindReports).flatMap((report) => report[part] ?? []);
}

export const kindDifferences: readonly KindDifference[] = Object.values(kindReports).flatMap(
  ({ differences = [] }) => differences,
);

export function kindParticulars(among: Particular['among']): readonly Particular['say'][] {
  return Object.values(kindReports)
    .flatMap(({ particulars = [] }) => particulars)
    .filter((one) => one.among === among)
    .map(({ say }) => say);
}
