import { asJson } from '../core/canonical-json';
import type { AttemptOutcome, WorkKind } from '../core/schemas/run';
import type { OfKind } from '../core/work/of-kind';
import { searchHeadFacts, searchTreeLines } from './attempt-tree';
import { dialogueHeadFacts, transcriptLines } from './dialogue-transcript';
import { environmentReport } from './environments/environment-rows';
import { evaluationReport } from './evaluation/evaluation-report';
import { dialogueTrace } from './export/dialogue-trace';
import { attemptSampleRow, samplesFile } from './export/sample-rows';
import { searchTrace } from './export/search-trace';
import type { KindReport } from './kind-report';

/** Kinds of which there is more to say than of all. */
const kindReports: {
  readonly [Kind in WorkKind]?: KindReport<OfKind<AttemptOutcome, Kind>>;
} = {
  search: {
    headFacts: searchHeadFacts,
    lines: searchTreeLines,
    trace: searchTrace,
    files: { [samplesFile]: attemptSampleRow },
  },
  dialogue: {
    headFacts: dialogueHeadFacts,
    lines: transcriptLines,
    trace: dialogueTrace,
    files: { [samplesFile]: attemptSampleRow },
  },
  environment: environmentReport,
  evaluation: evaluationReport,
};

/** What all kinds have, and in the trace the outcome as it is. */
const plainReport: KindReport<AttemptOutcome> = {
  headFacts: () => [],
  lines: () => Promise.resolve([]),
  trace: (_sources, _attempt, outcome) =>
    Promise.resolve({ facts: { outcome: asJson(outcome) }, rows: [] }),
  files: {},
};

/** The row of a kind, for callers that serve all of them. */
export function kindReport(kind: WorkKind): KindReport<AttemptOutcome> {
  return kindReports[kind] ?? plainReport;
}
