import { z } from 'zod';

import type { Manner } from '../../core/adapters/sandbox';
import type { BlockResult, OutputPart, SessionLimits } from '../../core/adapters/session';
import type {
  Assurance,
  BoxLimits,
  CapturedOutput,
  ScriptEnd,
  VerdictKind,
} from '../../core/schemas/verdict';

/** A program as text, or its exact bytes in base 64. */
export type GuestProgram = { readonly program: string } | { readonly program64: string };

/** Tests of one program. The only place where program and tests are; read by the cell's first process. */
export type CheckRequest = GuestProgram & {
  readonly kind: 'check';
  readonly assurance: Assurance;
  readonly setup: string;
  readonly entryPoint: string;
  readonly tests: readonly string[];
  readonly manner?: Manner;
  readonly limits: BoxLimits;
  readonly seed: number;
};

export type ScriptRequest = GuestProgram & {
  readonly kind: 'script';
  readonly stdin64?: string;
  readonly manner?: Manner;
  readonly limits: BoxLimits;
  readonly seed: number;
};

/** What is asked of the cell of a session: first that it opens one, then blocks and files. */
export type SessionRequest = { readonly kind: 'session' } & (
  | { readonly limits: SessionLimits; readonly seed: number }
  | { readonly number: number; readonly code: string }
  | { readonly files: readonly { readonly name: string; readonly content64: string }[] }
);

const Confinement = z.object({
  /** Process id seen from inside. */
  pid: z.int(),
  uid: z.int(),
  /** Largest of the effective, permitted and bounding sets, in hexadecimal. */
  capabilities: z.string(),
  noNewPrivileges: z.boolean(),
  seccomp: z.boolean(),
  namespaces: z.record(z.string(), z.string().nullable()),
});
/** What the kernel says about a process, seen from inside. */
export type Confinement = z.infer<typeof Confinement>;

const Isolation = Confinement.extend({
  /** The kernel's count of memory kills is readable in the cell: it has a memory group of its own. */
  countsOom: z.boolean(),
});
export type Isolation = z.infer<typeof Isolation>;

const BoxConfinement = Confinement.extend({
  /** No lock on a file is seen outside the cell. */
  ownFiles: z.boolean(),
});

/** A cell's first frame. `box`: what a box, made and ended for this, said about itself. */
export const Hello = z.object({
  hello: z.literal(2),
  python: z.string(),
  machine: z.string(),
  isolation: Isolation,
  box: BoxConfinement,
  /** Modules that every box finds loaded. */
  preload: z.array(z.string()),
  /** Largest request in bytes. */
  maxRequest: z.int().positive(),
});
export type Hello = z.infer<typeof Hello>;

/** One test's answer, sent as soon as it is known. */
export interface GuestOutcome {
  readonly kind: Exclude<VerdictKind, 'no-program'>;
  readonly detail?: string;
  readonly error?: string;
  readonly actual?: string;
  /** Of a check of many cases: the one that it ended at. */
  readonly case?: { readonly input: string; readonly expected: string };
  /** Of cases that are marked, in their order: one of `1`, `0`, `r`, `t` for each. */
  readonly marks?: string;
  /** The test worked with an object of the program's. */
  readonly handles?: true;
  readonly cpuMs: number;
  readonly timeSensitive: boolean;
}

export interface GuestScript {
  readonly end: ScriptEnd;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly detail?: string;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly timeSensitive: boolean;
}

export interface GuestFile {
  readonly name: string;
  readonly content: Buffer;
}

/** How a block ended, as the cell's first process saw it. */
export type GuestBlock = Pick<BlockResult, 'end' | 'cause' | 'wallMs'>;

/** Sizes of a cell's own two processes: they must not grow with the programs it has run. */
export interface Pong {
  readonly zygoteRssKb: number;
  readonly ownRssKb: number;
  readonly descriptors: number;
}

/** Everything a cell says after its hello. */
export type GuestFrame =
  | {
      readonly kind: 'outcome';
      readonly id: string;
      readonly test: number;
      readonly outcome: GuestOutcome;
    }
  | { readonly kind: 'end'; readonly id: string; readonly count: number }
  /** The last of its request: Python cannot compile this test, or what is trusted to run before it. */
  | {
      readonly kind: 'broken-test';
      readonly id: string;
      readonly test: number;
      readonly why: string;
    }
  | { readonly kind: 'script'; readonly id: string; readonly script: GuestScript }
  /** What a block of a session writes, as it does. */
  | { readonly kind: 'part'; readonly id: string; readonly part: OutputPart }
  | { readonly kind: 'file'; readonly id: string; readonly file: GuestFile }
  /** The last of a request to a session. */
  | { readonly kind: 'block'; readonly id: string; readonly block: GuestBlock }
  | { readonly kind: 'pong'; readonly pong: Pong };
