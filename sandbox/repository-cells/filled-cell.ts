import type {
  Job,
  JobOptions,
  JobResult,
  RepositoryArchive,
  RepositoryShape,
} from '../../core/adapters/repository';
import type { RunningCell } from '../cells/cell-backend';
import { LiveCell } from '../cells/live-cell';
import { onAbort } from '../cells/on-abort';
import { startCell, type CellOptions } from '../cells/start-cell';
import { RepositoryArchiveError, SandboxCancelledError } from '../errors';
import { JobReader } from './job-reader';
import { RepositoryConversation } from './repository-conversation';

/** Beyond a job's own wall limit: the making of its box, and its end, on a machine at its very slowest. */
const silenceAllowanceMs = 60_000;

export class FilledCell extends LiveCell<RepositoryConversation> {
  /** Where its machine has Python besides the interpreter's own: strict walls cover it. */
  machinePython: readonly string[] = [];

  /**
   * @param onBroken called once when the cell is of no use any more
   * @throws SandboxUnavailableError, ImageMissingError, SandboxInfraError, RepositoryArchiveError, what `approve` throws
   */
  static async start(
    { memoryMb, filesMb, scratchMb }: RepositoryShape,
    archives: readonly RepositoryArchive[],
    options: CellOptions,
    hooks: {
      readonly signal: AbortSignal;
      readonly onBroken: (cell: FilledCell) => void;
      /** As an earlier cell has found it; null: this one is to look. */
      readonly machinePython: readonly string[] | null;
    },
  ): Promise<FilledCell> {
    let cell: FilledCell | null = null;
    const converse = (running: RunningCell): RepositoryConversation =>
      new RepositoryConversation(running, () => {
        if (cell !== null) hooks.onBroken(cell);
      });
    const shape = { memoryMb, space: { filesMb, scratchMb } };
    const parts = await startCell(shape, options, { ...hooks, converse });
    const filled = new FilledCell(parts);
    const forget = onAbort(hooks.signal, () => void filled.end());
    try {
      filled.machinePython =
        hooks.machinePython ?? (await filled.told(filled.parts.conversation.machinePython()));
      for (const archive of archives) await filled.fill(archive);
      hooks.signal.throwIfAborted();
      return (cell = filled);
    } catch (error) {
      await filled.end();
      throw error;
    } finally {
      forget();
    }
  }

  /** @throws SandboxInfraError, SandboxCancelledError, TaskTooLargeError, and what those who are told something throw */
  async run(job: Job, options: JobOptions, attempt: number): Promise<JobResult> {
    const { limits, walls, hashSeed = 0, environment = {}, interpreter, signal } = options;
    const request = {
      job: job.module,
      request: job.request,
      limits,
      walls,
      machinePython: this.machinePython,
      hashSeed,
      environment,
      ...(interpreter === undefined ? {} : { interpreter }),
      line: options.indexLine !== undefined,
    };
    let heard: JobReader | null = null;
    let forget = (): void => undefined;
    const patienceMs = limits.wallMs + silenceAllowanceMs;
    try {
      const answer = await this.told(
        this.parts.conversation.job(request, patienceMs, (link) => {
          forget = onAbort(signal, link.stop);
          return (heard = new JobReader(link, options, attempt));
        }),
      );
      await (heard as JobReader | null)?.finish();
      const result = (heard as JobReader | null)?.result(answer) ?? null;
      if (result === null) throw new SandboxCancelledError(signal?.reason);
      return result;
    } catch (error) {
      // Whoever serves the line, or takes a file, hears that it is over.
      await (heard as JobReader | null)?.finish().catch(() => undefined);
      throw error;
    } finally {
      forget();
    }
  }

  private async fill(archive: RepositoryArchive): Promise<void> {
    const answer = await this.told(this.parts.conversation.archive(archive));
    if (answer.sha256 !== archive.hash) {
      throw new RepositoryArchiveError(archive.hash, `its bytes have the hash ${answer.sha256}`);
    }
    if ('refused' in answer) throw new RepositoryArchiveError(archive.hash, answer.refused);
  }
}
