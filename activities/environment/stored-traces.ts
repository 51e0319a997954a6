import { z } from 'zod';

import type { BlobStore } from '../../core/ports/records';

/** One input that a test of the repository gave to a function. Other members of a record are kept unchanged. */
const TraceRecord = z.looseObject({
  id: z.string(),
  call: z.looseObject({
    receiver: z.string().nullable(),
    arguments: z.array(z.string()),
    keywords: z.record(z.string(), z.string()),
  }),
  needs: z.looseObject({}),
});
export type TraceRecord = z.infer<typeof TraceRecord>;

const TestNames = z.record(z.string(), z.array(z.string()));

/** Everything that was seen during the tests of a repository. It is stored as one text. */
export interface Traces {
  readonly records: readonly TraceRecord[];
  /** By id of the function, names of the tests that call it. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

export const noTraces: Traces = { records: [], tests: {} };

/** Records as a job told them; those that are none are left out. */
export function readTraces(records: readonly unknown[], tests: unknown): Traces {
  const read = records.map((record) => TraceRecord.safeParse(record));
  const named = TestNames.safeParse(tests);
  return {
    records: read.flatMap(({ data }) => (data === undefined ? [] : [data])),
    tests: named.success ? named.data : {},
  };
}

/** sha256 of the stored text. */
export function saveTraces(blobs: BlobStore, { records, tests }: Traces): Promise<string> {
  return blobs.put(JSON.stringify({ tests, records }));
}

/** @throws BlobMissingError */
export async function loadTraces(blobs: BlobStore, sha256: string): Promise<Traces> {
  const stored = JSON.parse(await blobs.get(sha256)) as { records: unknown[]; tests: unknown };
  return readTraces(stored.records, stored.tests);
}
