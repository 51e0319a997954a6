import type { RepositoryCell, RepositoryHost } from '../../core/adapters/repository';
import type {
  HarnessRun,
  HarnessTask,
  Sandbox,
  SandboxRunOptions,
} from '../../core/adapters/sandbox';
import type { Provenance } from '../../core/schemas/verdict';
import { openWithPython } from '../../core/repository/open-with-python';
import { caseSeed } from '../../core/repository/run-terms';
import { largestProgramBytes } from '../cells/cell-sandbox';
import { GradedEnvironments } from './graded-environments';
import type { GradingStore } from './graded-environments';
import { placeCandidate } from './place-candidate';
import { runPart } from './run-part';
import type { PartRun } from './run-part';

/** Hosts are opened with the first candidate: most workers never see one. */
export interface HarnessCellsOptions {
  readonly host: () => Promise<RepositoryHost>;
  readonly environments: GradingStore;
  /** Hash of our own Python in repository cells. */
  readonly tools: string;
}

/**
 * In cells with their repository, installed, without the body asked for. Expected outcomes are never there, nor anything
 * that shows them.
 */
export class HarnessCells {
  private opening: Promise<{ host: RepositoryHost; environments: GradedEnvironments }> | null =
    null;

  constructor(private readonly options: HarnessCellsOptions) {}

  readonly run = async (
    task: HarnessTask,
    options: SandboxRunOptions = {},
  ): Promise<HarnessRun> => {
    const { signal } = options;
    const { host, environments } = await this.opened();
    const { record, archives, filesMb } = await environments.of(
      ...([task.environment, task.target.id, signal] as const),
    );
    const { memoryMb, diskMb } = task.limits;
    const cell = await openWithPython(host, record, {
      ...{ archives, signal, alone: task.alone === true },
      shape: { memoryMb, filesMb, scratchMb: diskMb },
    });
    try {
      return await runIn(cell, task, signal);
    } finally {
      await cell.close();
    }
  };

  private opened(): NonNullable<typeof this.opening> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  private async open() {
    const { environments, tools } = this.options;
    const host = await this.options.host();
    return { host, environments: new GradedEnvironments(host, environments, tools) };
  }
}

/** A sandbox that grades candidates in repositories as well; cells are its host's, who closes them. */
export function withHarness(sandbox: Sandbox, options: HarnessCellsOptions): Sandbox {
  const cells = new HarnessCells(options);
  return {
    check: sandbox.check,
    run: sandbox.run,
    harness: cells.run,
    fingerprint: sandbox.fingerprint,
    harnessFingerprint: `${sandbox.fingerprint}|${options.tools}`,
    close: sandbox.close,
  };
}

async function runIn(
  cell: RepositoryCell,
  task: HarnessTask,
  signal?: AbortSignal,
): Promise<HarnessRun> {
  const { provider, tools, python } = cell.place;
  const { limits } = task;
  const provenance: Provenance = {
    ...{ provider, guestHash: tools, python, limits },
    assurance: 'data',
    seed: caseSeed,
  };
  const placed =
    Buffer.byteLength(task.program) > largestProgramBytes
      ? { refused: { kind: 'raised', error: 'The program is too large.' } as const }
      : await placeCandidate(cell, task, signal);
  if ('refused' in placed) {
    return { end: placed.refused, parts: [], cpuMs: 0, timeSensitive: false, provenance };
  }
  const parts = task.parts.length === 0 ? [null] : task.parts;
  const runs: PartRun[] = [];
  for (const part of parts) {
    const run = await runPart(cell, task, { part, text: placed.text }, signal);
    runs.push(run);
    // Nothing else of it can pass.
    if (run.end.kind !== 'ran') break;
  }
  return {
    end: runs.find(({ end }) => end.kind !== 'ran')?.end ?? { kind: 'ran' },
    ...(placed.leftOut === undefined ? {} : { leftOut: placed.leftOut }),
    parts: runs.map(({ records }) => records),
    cpuMs: runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    timeSensitive: runs.some(({ timeSensitive }) => timeSensitive),
    provenance,
  };
}
