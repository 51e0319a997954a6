import type { JsonValue } from '../../core/values/canonical-json';
import type { BlobStore, CallRecord } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';

export interface TraceSources {
  readonly config: RunConfig;
  readonly blobs: BlobStore;
  /** The run's calls by identity. */
  readonly calls: ReadonlyMap<string, CallRecord>;
}

/** What a kind of work adds to the trace of an attempt. */
export interface KindTrace {
  /** Members of the attempt's own line. */
  readonly facts: { readonly [member: string]: JsonValue };
  /** Lines below it. */
  readonly rows: readonly JsonValue[];
}
