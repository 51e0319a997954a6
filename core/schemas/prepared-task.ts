import { z } from 'zod';

import { PatchTest } from './patch-task';

const Location = z.strictObject({
  path: z.string(),
  start: z.int().positive(),
  end: z.int().positive(),
  name: z.string(),
});

/** What retrieval found for an issue, in a run. */
export const PreparedPlaces = z.strictObject({
  /** The most important first. */
  files: z.array(z.string()),
  /** Definitions of the files that models look at. */
  elements: z.array(Location),
  /** Code of one location set, in fences: what methods without strategies show. */
  context: z.string(),
});
export type PreparedPlaces = z.infer<typeof PreparedPlaces>;

/** Visible tests of an issue, in a run. */
export const PreparedTests = z.strictObject({
  tests: z.array(PatchTest),
  /** What was left out, and why, in words. */
  leftOut: z.array(z.string()),
});
export type PreparedTests = z.infer<typeof PreparedTests>;
