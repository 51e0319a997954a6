import { z } from 'zod';

import { verdictKinds, type BoxLimits } from '../../core/schemas/verdict';

/** What one box is asked: the only place where program and tests are. Read by `supervisor.py`. */
export interface GuestRequest {
  readonly id: string;
  readonly program: string;
  readonly trustedSetup: string;
  readonly entryPoint: string;
  readonly tests: readonly string[];
  readonly limits: BoxLimits;
  readonly seed: number;
  readonly countProcesses: boolean;
}

/** What the kernel says about the box, seen from inside. */
export const Isolation = z.object({
  pid: z.int(),
  uid: z.int(),
  capabilities: z.string(),
  noNewPrivileges: z.boolean(),
  seccomp: z.boolean(),
  namespaces: z.record(z.string(), z.string().nullable()),
  /** The kernel's count of memory kills is readable in the box: a memory cgroup of its own. */
  countsOom: z.boolean(),
});
export type Isolation = z.infer<typeof Isolation>;

export const Hello = z.object({ hello: z.literal(1), python: z.string(), isolation: Isolation });
export type Hello = z.infer<typeof Hello>;

const GuestOutcome = z.object({
  kind: z.enum(verdictKinds).exclude(['no-program']),
  detail: z.string().max(100).optional(),
  error: z.string().max(4_000).optional(),
  actual: z.string().max(4_000).optional(),
  cpuMs: z.number().nonnegative(),
  timeSensitive: z.boolean(),
});
export type GuestOutcome = z.infer<typeof GuestOutcome>;

/** One test's answer, sent as soon as it is known. */
export const Answer = z.object({ test: z.int().nonnegative(), outcome: GuestOutcome });

/** The box's last frame. `done` below the number of tests: it is not fit for the rest. */
export const End = z.object({ end: z.string(), done: z.int().nonnegative() });

export const Reply = z.union([Answer, End]);
