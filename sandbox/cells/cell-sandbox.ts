import type {
  CheckTask,
  Sandbox,
  SandboxRunOptions,
  ScriptTask,
} from '../../core/adapters/sandbox';
import type { Assurance, CheckResult, Provenance, ScriptResult } from '../../core/schemas/verdict';
import type { SandboxBackend } from '../../core/names/sandbox-backends';
import { SandboxClosedError, TaskTooLargeError } from '../errors';
import type { GuestBundle } from '../guest/bundle';
import type { GuestOutcome, Hello } from '../guest/protocol';
import type { CellBackend } from './cell-backend';
import type { Cell } from './cell';
import { cellIdentity } from './cell-identity';
import type { CellPool, CellWish } from './cell-pool';

/** Above this a program is answered without a cell: compiling it would measure nothing else. */
export const largestProgramBytes = 4 * 1024 * 1024;
/** Above this nothing is even written down as a request. */
const largestTaskBytes = 128 * 1024 * 1024;

const tooLargeText = `The program is larger than ${largestProgramBytes} bytes.`;
const tooLargeOutcome: GuestOutcome = {
  kind: 'raised',
  error: tooLargeText,
  cpuMs: 0,
  timeSensitive: false,
};

export interface CellSandboxOptions {
  readonly backend: CellBackend;
  readonly bundle: GuestBundle;
  readonly pool: CellPool;
  /** The first cell's. Every other one has to be like it. */
  readonly hello: Hello;
}

function isTooLarge({ program }: CheckTask | ScriptTask): boolean {
  return Buffer.byteLength(program) > largestProgramBytes;
}

/** @throws TaskTooLargeError */
function refuseHuge(parts: readonly (string | Uint8Array)[]): void {
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (bytes > largestTaskBytes) throw new TaskTooLargeError(bytes, largestTaskBytes);
}

/** Sandbox over cells: a fresh box for every test, made in a cell that serves many programs. */
export class CellSandbox implements Sandbox {
  readonly fingerprint: string;
  /** What starts its cells: with `auto`, what was chosen. */
  readonly backend: SandboxBackend;
  private closed = false;

  constructor(private readonly options: CellSandboxOptions) {
    const { backend, bundle, hello } = options;
    const { name, place } = backend;
    this.backend = name;
    this.fingerprint = [name, place, bundle.hash, cellIdentity(backend, hello)].join('|');
  }

  /** The cells that live now: for those who measure them, or look at them from outside. */
  get cells(): readonly Cell[] {
    return this.options.pool.cells;
  }

  readonly check = async (
    task: CheckTask,
    options: SandboxRunOptions = {},
  ): Promise<CheckResult> => {
    const assurance = task.assurance ?? 'data';
    const outcomes = await this.outcomes(task, options);
    return {
      outcomes: outcomes.map((outcome) => ({ ...outcome, assurance })),
      provenance: this.provenance(task, assurance),
    };
  };

  readonly run = async (
    task: ScriptTask,
    options: SandboxRunOptions = {},
  ): Promise<ScriptResult> => {
    refuseHuge([task.stdin ?? '']);
    // Its output is all there is of a script, and what it means is decided outside.
    const provenance = this.provenance(task, 'data');
    if (isTooLarge(task)) return { ...this.tooLargeScript(), provenance };
    const script = await this.options.pool.use(wish(task, options), (cell) => cell.run(task));
    return { ...script, provenance };
  };

  readonly close = async (): Promise<void> => {
    this.closed = true;
    await this.options.pool.close();
    await this.options.backend.close();
  };

  private async outcomes(
    task: CheckTask,
    options: SandboxRunOptions,
  ): Promise<readonly GuestOutcome[]> {
    if (isTooLarge(task)) {
      this.requireOpen();
      return (task.tests.length === 0 ? [''] : task.tests).map(() => tooLargeOutcome);
    }
    refuseHuge([task.trustedSetup, ...task.tests]);
    return this.options.pool.use(wish(task, options), (cell) => cell.check(task));
  }

  private tooLargeScript(): Omit<ScriptResult, 'provenance'> {
    this.requireOpen();
    const text = `${tooLargeText}\n`;
    return {
      end: { kind: 'exited', code: 1 },
      stdout: { text: '', bytes: 0, truncated: false },
      stderr: { text, bytes: Buffer.byteLength(text), truncated: false },
      cpuMs: 0,
      wallMs: 0,
      timeSensitive: false,
    };
  }

  private requireOpen(): void {
    if (this.closed) throw new SandboxClosedError();
  }

  private provenance({ seed, limits }: CheckTask | ScriptTask, assurance: Assurance): Provenance {
    const { backend, bundle, hello } = this.options;
    const { python } = hello;
    return { provider: backend.name, assurance, guestHash: bundle.hash, python, seed, limits };
  }
}

function wish(task: CheckTask | ScriptTask, { signal, fresh }: SandboxRunOptions): CellWish {
  const shape = { memoryMb: task.limits.memoryMb };
  return { shape, alone: task.alone === true, fresh, signal };
}
