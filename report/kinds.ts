import { asJson } from '../core/canonical-json';
import type { JsonValue } from '../core/canonical-json';
import type { AttemptRecord, AttemptResult, BlobStore, Store } from '../core/ports/records';
import type { AttemptOutcome, WorkKind } from '../core/schemas/run';
import type { OfKind } from '../core/work/of-kind';
import { searchHeadFacts, searchTreeLines } from './attempt-tree';
import { dialogueHeadFacts, transcriptLines } from './dialogue-transcript';
import { dialogueTrace } from './export/dialogue-trace';
import { attemptSampleRow, samplesFile } from './export/sample-rows';
import { searchTrace } from './export/search-trace';
import type { KindTrace, TraceSources } from './export/kind-trace';
import type { LoadedAttempt } from './load-attempts';

/** The row of one attempt in a file of an export. */
type FileRow = (store: Store, datasetSha256: string, attempt: AttemptRecord) => Promise<JsonValue>;

/** What tables, trees and exports say of an attempt that only its kind of work knows. */
export interface KindReport<Outcome extends AttemptOutcome> {
  /** Beside the status, in the first line of an attempt that has ended. */
  headFacts(result: AttemptResult<Outcome>): readonly string[];
  /** Below that line, in `run show RUN PROBLEM`. */
  lines(blobs: BlobStore, loaded: LoadedAttempt, outcome: Outcome): Promise<readonly string[]>;
  /** In `trace.jsonl`. */
  trace(sources: TraceSources, attempt: AttemptRecord, outcome: Outcome): Promise<KindTrace>;
  /** Files of an export beside `trace.jsonl` and `run.json`, which all have: a row for each completed attempt. */
  readonly files: { readonly [name: string]: FileRow };
}

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
