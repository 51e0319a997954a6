import type { CheckTask, ProgramSource, ScriptTask } from '../../core/adapters/sandbox';
import type { OutputPart } from '../../core/adapters/session';
import { TestBrokenError } from '../errors';
import { Conversation, UncompiledTestError } from '../guest/conversation';
import type {
  GuestBlock,
  GuestFile,
  GuestOutcome,
  GuestProgram,
  GuestScript,
  Pong,
  SessionRequest,
} from '../guest/protocol';
import type { CellShape, RunningCell } from './cell-backend';
import { LiveCell } from './live-cell';
import { startCell, type CellOptions, type CellParts } from './start-cell';

export type { CellOptions } from './start-cell';

/** Beyond a test's own wall limit: the making of its boxes on a machine at its very slowest. */
const silenceAllowanceMs = 30_000;

function programOf(program: ProgramSource): GuestProgram {
  if (typeof program === 'string') return { program };
  return { program64: Buffer.from(program).toString('base64') };
}

/** One running cell. It is asked one thing after another, and is of no use any more once anything about it was odd. */
export class Cell extends LiveCell<Conversation> {
  /** Programs it was asked to run, one per test. */
  served = 0;

  private constructor(
    readonly shape: CellShape,
    parts: CellParts<Conversation>,
  ) {
    super(parts);
  }

  /**
   * @param onBroken called once when the cell is of no use any more, also when that is our own doing
   * @throws SandboxUnavailableError, ImageMissingError, SandboxInfraError, and whatever `approve` throws
   */
  static async start(
    shape: CellShape,
    options: CellOptions,
    hooks: { readonly signal: AbortSignal; readonly onBroken: (cell: Cell) => void },
  ): Promise<Cell> {
    let cell: Cell | null = null;
    const converse = (running: RunningCell): Conversation =>
      new Conversation(running, () => {
        if (cell !== null) hooks.onBroken(cell);
      });
    const parts = await startCell(shape, options, { ...hooks, converse });
    return (cell = new Cell(shape, parts));
  }

  /** One outcome per test; without tests one. @throws SandboxInfraError, TaskTooLargeError, TestBrokenError */
  async check(task: CheckTask): Promise<readonly GuestOutcome[]> {
    const { trustedSetup, entryPoint, tests, limits, seed, assurance = 'data', manner } = task;
    this.served += Math.max(1, tests.length);
    const request = {
      kind: 'check',
      assurance,
      ...programOf(task.program),
      setup: trustedSetup,
      entryPoint,
      tests,
      ...(manner === undefined ? {} : { manner }),
      limits,
      seed,
    } as const;
    try {
      return await this.told(
        this.parts.conversation.check(request, this.patienceMs(limits.wallMs)),
      );
    } catch (error) {
      if (!(error instanceof UncompiledTestError)) throw error;
      throw new TestBrokenError(error.test + 1, entryPoint, error.why);
    }
  }

  /** @throws SandboxInfraError, TaskTooLargeError */
  async run({ program, stdin, limits, seed, manner }: ScriptTask): Promise<GuestScript> {
    this.served += 1;
    const request = {
      kind: 'script',
      ...programOf(program),
      ...(stdin === undefined ? {} : { stdin64: Buffer.from(stdin).toString('base64') }),
      ...(manner === undefined ? {} : { manner }),
      limits,
      seed,
    } as const;
    return this.told(this.parts.conversation.run(request, this.patienceMs(limits.wallMs)));
  }

  /** Asks the session of this cell; the first time, that there is one. @throws SandboxInfraError, TaskTooLargeError */
  session(
    request: SessionRequest,
    wallMs: number,
    hear: (said: GuestFile | OutputPart) => void = () => undefined,
  ): { readonly answer: Promise<GuestBlock>; readonly interrupt: () => void } {
    const { conversation } = this.parts;
    const { answer, interrupt } = conversation.session(request, this.patienceMs(wallMs), hear);
    return { answer: this.told(answer), interrupt };
  }

  /** @throws SandboxInfraError */
  ping(): Promise<Pong> {
    return this.told(this.parts.conversation.ping());
  }

  private patienceMs(wallMs: number): number {
    return wallMs + (this.parts.options.silenceMs ?? silenceAllowanceMs);
  }
}
