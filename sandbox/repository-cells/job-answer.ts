import { z } from 'zod';

import type { JobRecord } from '../../core/adapters/repository';
import { FrameError } from '../guest/frames';
import { Sha256 } from '../../core/schemas/sha256';

const longestText = 8_000;
const detail = z.enum(['tampering', 'processes', 'disk']).optional();

const Stream = z.strictObject({
  text: z.string().max(1 << 16),
  bytes: z.int().nonnegative(),
  truncated: z.boolean(),
});

const End = z.discriminatedUnion('kind', [
  /** Its record has come by itself, just before. */
  z.strictObject({ kind: z.literal('finished') }),
  z.strictObject({
    kind: z.literal('raised'),
    error: z.strictObject({
      type: z.string().max(longestText),
      message: z.string().max(longestText),
    }),
    detail,
  }),
  z.strictObject({ kind: z.literal('timed-out'), cause: z.enum(['cpu', 'wall']), detail }),
  z.strictObject({ kind: z.literal('memory-limit'), detail }),
  z.strictObject({ kind: z.literal('output-limit'), cause: z.enum(['output', 'files']), detail }),
  z.strictObject({ kind: z.literal('killed-by-signal'), signal: z.string().max(100), detail }),
  z.strictObject({ kind: z.literal('exited'), code: z.int().min(0).max(255), detail }),
  z.strictObject({ kind: z.literal('stopped'), detail }),
]);

/** How a job ended, as the cell's first process saw it. */
export const JobAnswer = z.strictObject({
  end: End,
  stdout: Stream,
  stderr: Stream,
  cpuMs: z.number().nonnegative(),
  wallMs: z.number().nonnegative(),
});
export type JobAnswer = z.infer<typeof JobAnswer>;

export const ArchiveAnswer = z.union([
  z.strictObject({
    sha256: Sha256,
    entries: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
  }),
  z.strictObject({ sha256: Sha256, refused: z.string().max(longestText) }),
]);
export type ArchiveAnswer = z.infer<typeof ArchiveAnswer>;

/** Everything that a repository cell says after its hello, in JSON. */
export const CellFrame = z.union([
  z.strictObject({ id: z.string(), archive: ArchiveAnswer }),
  z.strictObject({ id: z.string(), file: z.string().min(1).max(255) }),
  z.strictObject({ id: z.string(), fileEnd: z.literal(true) }),
  /** So many bytes of the line have gone into the box. */
  z.strictObject({ id: z.string(), taken: z.int().positive() }),
  z.strictObject({ id: z.string(), job: JobAnswer }),
  z.strictObject({ id: z.string(), machinePython: z.array(z.string()) }),
]);
export type CellFrame = z.infer<typeof CellFrame>;

/** null: it is no object in JSON. A job says whatever it likes. */
export function readRecord(bytes: Buffer): JobRecord | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const plain = typeof value === 'object' && value !== null && !Array.isArray(value);
    return plain ? (value as JobRecord) : null;
  } catch {
    return null;
  }
}

/** @throws FrameError */
export function readCellFrame(value: unknown): CellFrame {
  const frame = CellFrame.safeParse(value);
  if (!frame.success) throw new FrameError('nonsense', { cause: frame.error });
  return frame.data;
}
