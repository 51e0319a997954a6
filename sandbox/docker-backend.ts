import {
  cellMemoryMb,
  fileSpacePath,
  processesOfRepositoryCell,
  type CellBackend,
  type CellShape,
  type RunningCell,
} from './cells/cell-backend';
import { keepLastWords } from './cells/last-words';
import { cellUsers, drawUser, mappedUsers, type UserRange } from './cells/cell-user';
import { cellEnvironment, interpreterArguments, scratchBytes } from './cells/surroundings';
import {
  DockerEngine,
  defaultDockerHost,
  type ContainerPlan,
  type RunningContainer,
} from './docker-engine';
import { toSandboxError } from './to-sandbox-error';
import { ImageMissingError, SandboxUnavailableError } from './errors';
import { formatOwner, isDead, parseOwner, thisOwner } from '../processes/owner';
import { ContainerEnd } from './docker-container-end';
import { seccompOption } from './seccomp-profile';

/** What `scripts/build-sandbox-image.ts` makes. */
export const defaultImage = 'espalier-python:bookworm';
export const stateLabelName = 'espalier.state';
export const ownerLabelName = 'espalier.owner';

const megabyte = 1024 * 1024;
/** An engine that takes longer to start a container is as good as down. */
const longestStartMs = 60_000;
/** Of a whole cell; a program's own limit is counted in its user namespace. */
const processesOfCell = 256;

export interface DockerOptions {
  readonly image: string;
  readonly stateLabel: string;
  readonly bootstrap: string;
  readonly host: string;
  /** Folders of the image that cells do not show. */
  readonly covered?: readonly string[] | undefined;
}

/** A container per cell, described apart from the engine. */
export function planContainer(
  shape: CellShape,
  options: Pick<DockerOptions, 'image' | 'stateLabel' | 'bootstrap' | 'covered'> & {
    readonly owner: string;
    readonly user: number;
  },
): ContainerPlan {
  const { space } = shape;
  return {
    image: options.image,
    command: ['python3', ...interpreterArguments(options.bootstrap)],
    user: `${options.user}:${options.user}`,
    workFolder: '/tmp',
    environment: {
      ...cellEnvironment,
      // An image's own additions would make verdicts depend on more than its files.
      PYTHONPATH: '',
      PYTHONSTARTUP: '',
    },
    labels: { [stateLabelName]: options.stateLabel, [ownerLabelName]: options.owner },
    memoryBytes: cellMemoryMb(shape) * megabyte,
    processes: space === undefined ? processesOfCell : processesOfRepositoryCell,
    // The engine's own one forbids the namespaces that boxes are made of; ours forbids most other things.
    callFilter: seccompOption({ sockets: space !== undefined }),
    scratch: { '/tmp': scratchBytes, '/dev/shm': scratchBytes },
    fileSpace:
      space === undefined ? null : { path: fileSpacePath, bytes: space.filesMb * megabyte },
    covered: options.covered ?? [],
  };
}

/** Cells by a Docker engine: a container each, removed by the engine when its first process has ended. */
export class DockerBackend implements CellBackend {
  readonly name = 'docker';
  readonly memoryUnbounded = null;
  private readonly owner = formatOwner(thisOwner());
  private readonly leaving = new Set<Promise<void>>();

  private constructor(
    private readonly engine: DockerEngine,
    /** Content id of the image: what its name stands for may change while we run. */
    readonly place: string,
    private readonly options: DockerOptions,
    private readonly users: UserRange,
  ) {}

  /** @throws SandboxUnavailableError, ImageMissingError */
  static async open(options: DockerOptions): Promise<DockerBackend> {
    const engine = new DockerEngine(options.host);
    let id: string | null;
    let users: UserRange;
    try {
      id = await engine.imageId(options.image);
      users = (await engine.mapsUsers()) ? mappedUsers : cellUsers;
    } catch (error) {
      throw toSandboxError(error, options.image, options.host);
    }
    if (id === null) throw new ImageMissingError(options.image);
    return new DockerBackend(engine, id, options, users);
  }

  readonly start = async (
    shape: CellShape,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RunningCell> => {
    signal.throwIfAborted();
    const { place: image, owner } = this;
    const user = drawUser(this.users);
    const plan = planContainer(shape, { ...this.options, image, owner, user });
    const starting = this.engine.run(plan);
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => {
        // Whatever still comes of it is not wanted any more.
        this.leave(starting.then((container) => container.remove()));
        const reason = `no container within ${longestStartMs} ms`;
        reject(new SandboxUnavailableError(this.name, reason));
      }, longestStartMs);
    });
    try {
      return this.cellIn(await Promise.race([starting, tooLate]));
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

  private cellIn(container: RunningContainer): RunningCell {
    const { id, input, output, errors, hangUp } = container;
    // An engine closes its stream only when it has put everything away: too late for whoever waits.
    const watch = new ContainerEnd({
      id,
      firstProcess: () => this.engine.firstProcess(id),
      tell: hangUp,
    });
    const end = async (): Promise<void> => {
      const over = watch.stop();
      // What the engine would not remove carries its label and is reaped; the verdict stands.
      const removal = container.remove().catch(() => undefined);
      // With its first process all of a cell has ended: what is left to do is the engine's.
      if (over) this.leave(removal);
      else await removal;
    };
    const lastWords = keepLastWords(errors);
    const place = { kind: 'container', id } as const;
    return { place, input, output, lastWords, confine: () => undefined, end };
  }

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
