import { PassThrough, type Duplex, type Readable, type Writable } from 'node:stream';

import type Docker from 'dockerode';

import { UsageError } from '../core/errors/errors';

/** The engine's answer to a failed call, without any of its client's types. */
export class DockerCallError extends Error {
  constructor(
    message: string,
    /** HTTP status of the engine; null: it was not reached. */
    readonly status: number | null,
    options: { readonly cause: unknown },
  ) {
    super(message, options);
  }
}

/** Everything we ever tell an engine about a container. */
export interface ContainerPlan {
  readonly image: string;
  readonly command: readonly string[];
  /** Numbers: `user:group`. */
  readonly user: `${number}:${number}`;
  readonly workFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
  readonly processes: number;
  /** A security option: which system calls the kernel takes from it. */
  readonly callFilter: string;
  /** Size in bytes of each writable folder; everything else is read-only. */
  readonly scratch: Readonly<Record<string, number>>;
  /** One more, whose files may also be run and mapped as programs; null: there is none. */
  readonly fileSpace: { readonly path: string; readonly bytes: number } | null;
  /** Folders of the image that nobody in the container sees. */
  readonly covered: readonly string[];
}

/** An image on its way, as far as the engine says. Bytes are compressed. */
export interface PullProgress {
  readonly receivedBytes: number;
  /** Of the layers whose size is known so far. */
  readonly totalBytes: number;
}

export interface RunningContainer {
  readonly id: string;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
  /** Ends the three streams, whatever the engine still has to do. */
  readonly hangUp: () => void;
  /** Kills and removes it; resolves when the engine no longer knows it. */
  readonly remove: () => Promise<void>;
}

export interface LabelledContainer {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const defaultDockerHost = 'unix:///var/run/docker.sock';

/** @throws UsageError for anything but unix://, tcp://, http:// and https:// */
export function parseDockerHost(address: string): Docker.DockerOptions {
  if (address.startsWith('unix://')) return { socketPath: address.slice('unix://'.length) };
  if (address.startsWith('/')) return { socketPath: address };
  const match = /^(tcp|https?):\/\/(\[[^\]]+\]|[^:/]+):(\d+)\/?$/.exec(address);
  const [, scheme, host, port] = match ?? [];
  if (host === undefined || port === undefined) {
    throw new UsageError(
      `DOCKER_HOST ${JSON.stringify(address)} is not an address of a Docker engine`,
      'Write unix:///path/to/docker.sock or tcp://host:port',
    );
  }
  const protocol = scheme === 'https' ? 'https' : 'http';
  return { protocol, host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function toCallError(error: unknown): DockerCallError {
  const { statusCode, message, code } = error as {
    readonly statusCode?: number;
    readonly message?: string;
    readonly code?: string;
  };
  const text = message !== undefined && message !== '' ? message : (code ?? String(error));
  return new DockerCallError(text, statusCode ?? null, { cause: error });
}

function creation(plan: ContainerPlan): Docker.ContainerCreateOptions {
  const [uid, gid] = plan.user.split(':');
  // By owner, because a mount takes over the mode that its folder has in the image, if any.
  const mount = (bytes: number): string =>
    `rw,nosuid,nodev,size=${bytes},mode=0700,uid=${uid},gid=${gid}`;
  const { '/dev/shm': sharedBytes, ...folders } = plan.scratch;
  const { fileSpace } = plan;
  return {
    Image: plan.image,
    Entrypoint: [...plan.command],
    Cmd: [],
    User: plan.user,
    WorkingDir: plan.workFolder,
    Env: Object.entries(plan.environment).map(([name, value]) => `${name}=${value}`),
    Labels: plan.labels,
    Hostname: 'sandbox',
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    // The cell loses its input, and so ends, when whoever started it is gone.
    StdinOnce: true,
    Tty: false,
    NetworkDisabled: true,
    HostConfig: {
      AutoRemove: true,
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges', plan.callFilter],
      IpcMode: 'private',
      Init: false,
      Memory: plan.memoryBytes,
      MemorySwap: plan.memoryBytes,
      PidsLimit: plan.processes,
      Tmpfs: {
        ...Object.fromEntries(Object.entries(folders).map(([path, size]) => [path, mount(size)])),
        ...Object.fromEntries(plan.covered.map((path) => [path, 'ro,size=4096,mode=0555'])),
        ...(fileSpace === null ? {} : { [fileSpace.path]: `${mount(fileSpace.bytes)},exec` }),
      },
      ...(sharedBytes === undefined ? {} : { ShmSize: sharedBytes }),
      LogConfig: { Type: 'none', Config: {} },
    },
  };
}

async function removed(container: Docker.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true });
  } catch (error) {
    const { status } = toCallError(error);
    // 404: gone. 409: the engine is removing it already, which `wait` sees the end of.
    if (status === 409) await container.wait({ condition: 'removed' }).catch(() => undefined);
    else if (status !== 404) throw toCallError(error);
  }
}

async function startAttached(container: Docker.Container): Promise<RunningContainer> {
  const stream = (await container.attach({
    stream: true,
    stdin: true,
    stdout: true,
    stderr: true,
    hijack: true,
  })) as Duplex;
  const output = new PassThrough();
  const errors = new PassThrough();
  const modem = container.modem as { demuxStream: Docker['modem']['demuxStream'] };
  modem.demuxStream(stream, output, errors);
  const finish = (): void => {
    output.end();
    errors.end();
  };
  stream.on('end', finish).on('close', finish).on('error', finish);
  await container.start();
  const hangUp = (): void => {
    stream.destroy();
    finish();
  };
  const remove = async (): Promise<void> => {
    await removed(container);
    hangUp();
  };
  return { id: container.id, input: stream, output, errors, hangUp, remove };
}

interface PullEvent {
  readonly id?: string;
  readonly status?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number };
}

/** Layers are told one by one, as they go. */
function followPull(
  docker: Docker,
  stream: Readable,
  heard: (progress: PullProgress) => void,
): Promise<void> {
  const layers = new Map<string, { received: number; total: number }>();
  const modem = docker.modem as { followProgress: Docker['modem']['followProgress'] };
  return new Promise((resolve, reject) => {
    const onEvent = ({ id, status, progressDetail }: PullEvent): void => {
      if (id === undefined || status === undefined) return;
      const { total = 0, current = 0 } = progressDetail ?? {};
      const known = layers.get(id);
      if (status === 'Downloading') layers.set(id, { received: current, total });
      else if (known !== undefined) layers.set(id, { ...known, received: known.total });
      const all = [...layers.values()];
      try {
        heard({
          receivedBytes: all.reduce((sum, { received }) => sum + received, 0),
          totalBytes: all.reduce((sum, layer) => sum + layer.total, 0),
        });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        // The engine ends a pull that nobody hears.
        stream.destroy();
      }
    };
    modem.followProgress(stream, (error) => (error === null ? resolve() : reject(error)), onEvent);
  });
}

/** An engine that takes longer for a question or a removal is as good as down. */
const longestAnswerMs = 30_000;

async function within<T>(answerMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DockerCallError(`no answer within ${answerMs} ms`, null, { cause: null }));
    }, answerMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The one door to a Docker engine. Every method throws `DockerCallError`. */
export class DockerEngine {
  private readonly options: Docker.DockerOptions;
  private client: Promise<Docker> | null = null;

  /** `answerMs`: how long a question or a removal may take; starting a container is its caller's to limit. */
  constructor(
    address: string,
    private readonly answerMs: number = longestAnswerMs,
  ) {
    this.options = parseDockerHost(address);
  }

  /** The package takes a tenth of a second to load, and most machines never ask a Docker engine. */
  private docker(): Promise<Docker> {
    this.client ??= import('dockerode').then((loaded) => new loaded.default(this.options));
    return this.client;
  }

  /** Content id of an image; null when the engine does not have it. */
  async imageId(name: string): Promise<string | null> {
    try {
      return (await this.ask(async () => (await this.docker()).getImage(name).inspect())).Id;
    } catch (error) {
      if (error instanceof DockerCallError && error.status === 404) return null;
      throw error;
    }
  }

  /** Size of an image that the engine has, unpacked. */
  async imageBytes(name: string): Promise<number> {
    return (await this.ask(async () => (await this.docker()).getImage(name).inspect())).Size;
  }

  /** Folder of images, on the machine of the engine. */
  async dataFolder(): Promise<string> {
    const info = (await this.ask(async (): Promise<unknown> => (await this.docker()).info())) as {
      readonly DockerRootDir: string;
    };
    return info.DockerRootDir;
  }

  /** Pulls an image. @param heard told of all that has come so far; what it throws ends the pull and is thrown */
  async pull(
    name: string,
    heard: (progress: PullProgress) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.call(async () => {
      const docker = await this.docker();
      const stream = (await docker.pull(name, { abortSignal: signal })) as Readable;
      await followPull(docker, stream, heard);
    });
  }

  /** A folder of an image as a tar, with the folder's own name in front. */
  async *readFolder(image: string, folder: string): AsyncGenerator<Uint8Array> {
    const container = await this.call(async () =>
      (await this.docker()).createContainer({ Image: image, Cmd: ['true'], NetworkDisabled: true }),
    );
    try {
      yield* await this.call(
        async () => (await container.getArchive({ path: folder })) as unknown as Readable,
      );
    } finally {
      await this.ask(() => removed(container));
    }
  }

  /** Whether users of containers are others outside, and so few that not every number is one. */
  async mapsUsers(): Promise<boolean> {
    const { SecurityOptions: options = [] } = (await this.ask(async (): Promise<unknown> =>
      (await this.docker()).info(),
    )) as {
      readonly SecurityOptions?: readonly string[];
    };
    return options.some((option) => /^name=(userns|rootless)\b/.test(option));
  }

  /** Creates, attaches, starts. Leaves nothing behind when any of it fails. */
  async run(plan: ContainerPlan): Promise<RunningContainer> {
    const container = await this.call(async () =>
      (await this.docker()).createContainer(creation(plan)),
    );
    try {
      const running = await this.call(() => startAttached(container));
      return { ...running, remove: () => this.ask(running.remove) };
    } catch (error) {
      await removed(container).catch(() => undefined);
      throw error;
    }
  }

  /** Id of a container's first process, on the engine's machine; null: it does not run. */
  async firstProcess(id: string): Promise<number | null> {
    const { State } = await this.ask(async () => (await this.docker()).getContainer(id).inspect());
    return State.Pid > 0 ? State.Pid : null;
  }

  async labelled(label: string): Promise<readonly LabelledContainer[]> {
    const filters = { label: [label] };
    const found = await this.ask(async () =>
      (await this.docker()).listContainers({ all: true, filters }),
    );
    return found.map(({ Id, Labels }) => ({ id: Id, labels: Labels }));
  }

  async remove(id: string): Promise<void> {
    await this.ask(async () => removed((await this.docker()).getContainer(id)));
  }

  private ask<T>(work: () => Promise<T>): Promise<T> {
    return within(this.answerMs, this.call(work));
  }

  private async call<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof DockerCallError ? error : toCallError(error);
    }
  }
}
