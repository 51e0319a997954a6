import type { BoxLimits } from '../core/schemas/verdict';
import type { Box, BoxBackend } from './boxes/box';
import { DockerEngine, defaultDockerHost, type ContainerPlan } from './docker-engine';
import { toSandboxError } from './docker-faults';
import { ImageMissingError, SandboxUnavailableError } from './errors';
import { keepLastWords } from './boxes/last-words';
import { formatOwner, isDead, parseOwner, thisOwner } from './owner';

/** What `scripts/build-sandbox-image.ts` makes. */
export const defaultImage = 'espalier-python:bookworm';
export const stateLabelName = 'espalier.state';
export const ownerLabelName = 'espalier.owner';

const megabyte = 1024 * 1024;
/** Supervisor, page tables and pipes, beside the program's own memory. */
const overheadMb = 32;
/** An engine that takes longer to start a container is as good as down. */
const longestStartMs = 60_000;
/** The engine's own starter runs inside the limit for a moment, with threads of its own. */
const fewestProcesses = 16;

export interface DockerOptions {
  readonly image: string;
  readonly stateLabel: string;
  readonly bootstrap: string;
  readonly host: string;
}

/** A container per box, described apart from the engine. */
export function planContainer(
  limits: BoxLimits,
  options: Pick<DockerOptions, 'image' | 'stateLabel' | 'bootstrap'> & { readonly owner: string },
): ContainerPlan {
  const scratchBytes = limits.diskMb * megabyte;
  return {
    image: options.image,
    command: ['python3', '-s', '-B', '-c', options.bootstrap],
    user: '65534:65534',
    workFolder: '/tmp',
    environment: {
      LANG: 'C.UTF-8',
      MALLOC_ARENA_MAX: '2',
      PYTHONHASHSEED: '0',
      // An image's own additions would make verdicts depend on more than its files.
      PYTHONPATH: '',
      PYTHONSTARTUP: '',
      TZ: 'UTC',
    },
    labels: { [stateLabelName]: options.stateLabel, [ownerLabelName]: options.owner },
    memoryBytes: (limits.memoryMb + overheadMb) * megabyte,
    // The supervisor counts as one.
    processes: Math.max(fewestProcesses, limits.processes + 1),
    scratch: { '/tmp': scratchBytes, '/dev/shm': scratchBytes },
  };
}

/** Boxes by a Docker engine: a container each, removed by the engine when its first process has ended. */
export class DockerBackend implements BoxBackend {
  readonly provider = 'docker';
  /** Containers share a user id, and the kernel would count the processes of all of them together. */
  readonly countsProcesses = false;
  private readonly owner = formatOwner(thisOwner());
  private readonly leaving = new Set<Promise<void>>();

  private constructor(
    private readonly engine: DockerEngine,
    readonly place: string,
    private readonly options: DockerOptions,
  ) {}

  /** @throws SandboxUnavailableError, ImageMissingError */
  static async open(options: DockerOptions): Promise<DockerBackend> {
    const engine = new DockerEngine(options.host);
    let id: string | null;
    try {
      id = await engine.imageId(options.image);
    } catch (error) {
      throw toSandboxError(error, options.image, options.host);
    }
    if (id === null) throw new ImageMissingError(options.image);
    return new DockerBackend(engine, id, options);
  }

  readonly start = async (
    limits: BoxLimits,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<Box> => {
    signal.throwIfAborted();
    const plan = planContainer(limits, { ...this.options, owner: this.owner });
    const starting = this.engine.run(plan);
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        // Whatever still comes of it is not wanted any more.
        this.leave(starting.then((container) => container.remove()));
        const reason = `no container within ${longestStartMs} ms`;
        reject(new SandboxUnavailableError(this.provider, reason));
      }, longestStartMs);
    });
    try {
      const container = await Promise.race([starting, tooLate]);
      container.input.on('error', () => undefined);
      return {
        input: container.input,
        output: container.output,
        confine: () => undefined,
        lastWords: keepLastWords(container.errors),
        // What the engine would not remove carries its label and is reaped; the verdict stands.
        end: () => container.remove().catch(() => undefined),
      };
    } catch (error) {
      if (error instanceof SandboxUnavailableError) throw error;
      throw toSandboxError(error, this.options.image, this.options.host);
    } finally {
      clearTimeout(late);
    }
  };

  readonly close = async (): Promise<void> => {
    await Promise.all(this.leaving);
  };

  private leave(work: Promise<void>): void {
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        this.leaving.delete(settled);
      });
    this.leaving.add(settled);
  }
}

/** Removes containers of this state folder whose owners are dead. Returns their ids. */
export async function reapContainers(options: {
  readonly stateLabel: string;
  readonly host?: string | undefined;
}): Promise<readonly string[]> {
  const engine = new DockerEngine(options.host ?? defaultDockerHost);
  const reaped: string[] = [];
  for (const { id, labels } of await engine.labelled(`${stateLabelName}=${options.stateLabel}`)) {
    const owner = parseOwner(labels[ownerLabelName] ?? '');
    if (owner === null || !isDead(owner)) continue;
    await engine.remove(id);
    reaped.push(id);
  }
  return reaped;
}
