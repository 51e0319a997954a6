import { availableParallelism } from 'node:os';

import { UsageError } from '../../core/errors/errors';
import type {
  Job,
  JobOptions,
  JobResult,
  RepositoryArchive,
  RepositoryCell,
  RepositoryHost,
  RepositoryPlace,
  RepositoryShape,
} from '../../core/adapters/repository';
import type { SandboxBackend } from '../../core/names/sandbox-backends';
import type { CellBackend } from '../cells/cell-backend';
import { SlotGate } from '../cells/slot-gate';
import {
  ImageMissingError,
  SandboxCancelledError,
  SandboxClosedError,
  SandboxInfraError,
} from '../errors';
import type { GuestBundle } from '../guest/bundle';
import { approval, firstThatWorks, openBackend, tryBackend } from '../open-sandbox';
import type { SandboxOptions } from '../sandbox-options';
import { FilledCell } from './filled-cell';
import { loadRepositoryBundle } from './repository-bundle';

/** A cell that broke is not the job's fault; one on which three broke will break more. */
const tries = 3;
const longestIdleMs = 60_000;
/** Of images of tasks: the repository with its history, homes, and caches of installers. */
const coveredInImages = ['/testbed', '/root', '/home', '/var/cache', '/opt/miniconda3/pkgs'];

export interface RepositoryCellsOptions extends SandboxOptions {
  /** Folder with our jobs; default `python/repository`. */
  readonly jobs?: string | undefined;
  /** How many cells that nobody uses are kept, full as they are; default 2. */
  readonly idleCells?: number | undefined;
}

type Wish = Parameters<RepositoryHost['open']>[0];

interface Idle {
  readonly key: string;
  readonly cell: FilledCell;
  readonly timer: NodeJS.Timeout;
}

function keyOf({ archives, shape, image }: Wish): string {
  const { memoryMb, filesMb, scratchMb } = shape;
  const content = archives.map(({ at, hash }) => [at, hash]);
  return JSON.stringify([memoryMb, filesMb, scratchMb, content, image ?? null]);
}

/** @throws UsageError */
function requirePlace({ at }: RepositoryArchive): void {
  const plain = at === '' || at.split('/').every((part) => /^[\w-][\w.-]*$/.test(part));
  if (plain && at.split('/')[0] !== 'guest') return;
  throw new UsageError(`${JSON.stringify(at)} is no place for an archive`, 'Name a plain folder');
}

/** @throws UsageError */
function requireRoom(
  { module }: Job,
  { limits, environment = {} }: JobOptions,
  shape: RepositoryShape,
): void {
  if (limits.memoryMb > shape.memoryMb || limits.diskMb > shape.scratchMb) {
    throw new UsageError(
      `A job of ${limits.memoryMb} MB of memory and ${limits.diskMb} MB of disk in a cell of ${shape.memoryMb} and ${shape.scratchMb}`,
      'Open a cell with more of it, or give the job less',
    );
  }
  if (!/^\w+(\.\w+)*$/.test(module)) {
    throw new UsageError(
      `${JSON.stringify(module)} is no job`,
      'Name a module of python/repository',
    );
  }
  if (JSON.stringify(environment).length > 8_000) {
    throw new UsageError('The environment of a job is too large', 'Say it in its request');
  }
}

/** A root of cells: the sandbox's own, or an image. */
interface Root {
  readonly backend: CellBackend;
  readonly approve: ReturnType<typeof approval>;
  /** Looking takes a second where the machine has much: the first cell does it. */
  machinePython: readonly string[] | null;
}

function rootOf(backend: CellBackend): Root {
  return { backend, approve: approval(backend), machinePython: null };
}

/** Opens repository cells, and keeps some that nobody uses for whoever wants the same. */
export class RepositoryCells implements RepositoryHost {
  private readonly gate: SlotGate;
  private readonly own: Root;
  private readonly images = new Map<string, Promise<Root>>();
  private readonly roots = new Map<FilledCell, Root>();
  private readonly alive = new Set<FilledCell>();
  private readonly closing = new AbortController();
  /** The longest idle first. */
  private idle: Idle[] = [];

  constructor(
    private readonly backend: CellBackend,
    private readonly bundle: GuestBundle,
    private readonly options: Pick<RepositoryCellsOptions, 'slots' | 'idleCells' | 'idleMs'>,
    /** Opens what starts cells with an image, by its content id, as their root. */
    private readonly openImage: (image: string) => Promise<CellBackend> = noImages,
  ) {
    this.gate = new SlotGate(options.slots ?? availableParallelism());
    this.own = rootOf(backend);
  }

  /** What starts the cells: with `auto`, what was chosen. */
  get name(): SandboxBackend {
    return this.backend.name;
  }

  /** Hash of our own Python in them. */
  get tools(): string {
    return this.bundle.hash;
  }

  /** The cells that live now: for those who look at them from outside. */
  get cells(): readonly FilledCell[] {
    return [...this.alive];
  }

  readonly open: RepositoryHost['open'] = async (wish) => {
    wish.archives.forEach(requirePlace);
    const exclusive = wish.alone === true;
    await this.gate.enter({ exclusive, signal: wish.signal });
    try {
      const cell = await this.provide(wish);
      return new Lease(this, wish, cell);
    } catch (error) {
      this.gate.leave(exclusive);
      throw error;
    }
  };

  /** Ends every cell; whoever uses or wants one gets SandboxClosedError. Returns when nothing is left. */
  readonly close = async (): Promise<void> => {
    this.closing.abort();
    void this.gate.close(new SandboxClosedError());
    for (const { timer } of this.idle.splice(0)) clearTimeout(timer);
    await Promise.all([...this.alive].map((cell) => this.retire(cell)));
    const images = await Promise.allSettled(this.images.values());
    const opened = images.flatMap((one) => (one.status === 'fulfilled' ? [one.value.backend] : []));
    await Promise.all([this.backend, ...opened].map((backend) => backend.close()));
  };

  placeOf(cell: FilledCell): RepositoryPlace {
    const { name: provider, place } = (this.roots.get(cell) ?? this.own).backend;
    return { provider, place, python: cell.hello.python, tools: this.bundle.hash };
  }

  /** Idle with the same content, or new. @throws SandboxClosedError, SandboxCancelledError, what starting one throws */
  async provide(wish: Wish): Promise<FilledCell> {
    const known = this.takeIdle(keyOf(wish));
    if (known !== null) return known;
    const { signal } = wish;
    const signals = [this.closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const root = await this.rootFor(wish);
      const { backend, approve, machinePython } = root;
      const cell = await FilledCell.start(
        wish.shape,
        wish.archives,
        { backend, bundle: this.bundle, approve },
        {
          signal: AbortSignal.any(signals),
          onBroken: (broken) => void this.retire(broken),
          machinePython,
        },
      );
      root.machinePython = cell.machinePython;
      this.alive.add(cell);
      this.roots.set(cell, root);
      return cell;
    } catch (error) {
      if (this.closing.signal.aborted) throw new SandboxClosedError();
      if (signal?.aborted === true) throw new SandboxCancelledError(error);
      throw error;
    }
  }

  /** Whoever had it is done with it. */
  async giveBack(wish: Wish, cell: FilledCell | null): Promise<void> {
    this.gate.leave(wish.alone === true);
    if (cell === null) return;
    if (cell.broken || this.closing.signal.aborted) return this.retire(cell);
    const { idleMs = longestIdleMs, idleCells = 2 } = this.options;
    const timer = setTimeout(() => void this.retire(cell), idleMs);
    timer.unref();
    this.idle.push({ key: keyOf(wish), cell, timer });
    if (this.idle.length <= idleCells) return;
    const [oldest] = this.idle;
    if (oldest !== undefined) await this.retire(oldest.cell);
  }

  async retire(cell: FilledCell): Promise<void> {
    this.forgetIdle(cell);
    await cell.end();
    this.alive.delete(cell);
    this.roots.delete(cell);
  }

  private rootFor({ image }: Wish): Root | Promise<Root> {
    if (image === undefined) return this.own;
    const known = this.images.get(image);
    if (known !== undefined) return known;
    const opening = this.openImage(image).then(rootOf);
    this.images.set(image, opening);
    opening.catch(() => this.images.delete(image));
    return opening;
  }

  get closed(): boolean {
    return this.closing.signal.aborted;
  }

  /** The one used last. */
  private takeIdle(key: string): FilledCell | null {
    const found = this.idle.findLast((one) => one.key === key && !one.cell.broken);
    if (found === undefined) return null;
    this.forgetIdle(found.cell);
    return found.cell;
  }

  private forgetIdle(cell: FilledCell): void {
    this.idle = this.idle.filter((one) => {
      if (one.cell === cell) clearTimeout(one.timer);
      return one.cell !== cell;
    });
  }
}

function noImages(image: string): Promise<never> {
  return Promise.reject(new ImageMissingError(image));
}

/** A cell for one user, replaced when it breaks. */
class Lease implements RepositoryCell {
  readonly place: RepositoryPlace;
  /** Whatever is asked waits for what was asked before it. */
  private last: Promise<unknown> = Promise.resolve();
  private over: Promise<void> | null = null;

  constructor(
    private readonly host: RepositoryCells,
    private readonly wish: Wish,
    private cell: FilledCell | null,
  ) {
    if (cell === null) throw new SandboxClosedError();
    this.place = host.placeOf(cell);
  }

  readonly run: RepositoryCell['run'] = (job, options) => {
    const turn = this.last.then(() => this.runNow(job, options));
    this.last = turn.catch(() => undefined);
    return turn;
  };

  readonly close = (): Promise<void> => {
    this.over ??= this.last.then(() => this.host.giveBack(this.wish, this.cell));
    return this.over;
  };

  private async runNow(job: Job, options: JobOptions): Promise<JobResult> {
    requireRoom(job, options, this.wish.shape);
    const { signal } = options;
    for (let attempt = 1; ; attempt += 1) {
      if (this.over !== null || this.host.closed) throw new SandboxClosedError();
      if (signal?.aborted === true) throw new SandboxCancelledError(signal.reason);
      try {
        this.cell ??= await this.host.provide({ ...this.wish, signal });
        return await this.cell.run(job, options, attempt);
      } catch (error) {
        if (!(error instanceof SandboxInfraError)) throw error;
        await this.drop();
        if (this.host.closed) throw new SandboxClosedError();
        if (attempt < tries) continue;
        const reason = `${error.reason} (in ${attempt} cells one after another)`;
        throw new SandboxInfraError(error.backend, reason, { fate: 'terminal', cause: error });
      }
    }
  }

  private async drop(): Promise<void> {
    const { cell } = this;
    this.cell = null;
    if (cell !== null) await this.host.retire(cell);
  }
}

/** Same options as the sandbox that checks programs. @throws what openSandbox throws */
export async function openRepositoryCells(
  options: RepositoryCellsOptions,
): Promise<RepositoryCells> {
  const bundle = loadRepositoryBundle(options.jobs);
  // An image is the engine's, whatever starts the other cells.
  const openImage = (image: string): Promise<CellBackend> =>
    openBackend('docker', { ...options, image, covered: coveredInImages }, bundle);
  const open = async (name: SandboxBackend): Promise<RepositoryCells> => {
    const backend = await openBackend(name, options, bundle);
    // A named one shows with its first cell whether it works.
    if (options.backend === 'auto') await tryBackend(backend, bundle);
    return new RepositoryCells(backend, bundle, options, openImage);
  };
  return options.backend === 'auto' ? firstThatWorks(open) : open(options.backend);
}
