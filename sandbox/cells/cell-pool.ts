import { SandboxCancelledError, SandboxClosedError } from '../errors';
import type { CellShape } from './cell-backend';
import { Cell, type CellOptions } from './cell';
import { onAbort } from './on-abort';
import { SlotGate } from './slot-gate';

/** After so many programs a cell is replaced, whatever it looks like. */
const longestLife = 5_000;
const longestIdleMs = 60_000;

export interface CellPoolOptions extends CellOptions {
  /** Cells at a time, at least 1. */
  readonly slots: number;
  /** Programs a cell is asked to run before it is replaced. Default 5,000. */
  readonly programsPerCell?: number | undefined;
  /** How long a cell is kept without work. Default 60 s. */
  readonly idleMs?: number | undefined;
}

export interface CellWish {
  readonly shape: CellShape;
  /** Nothing else of this pool runs meanwhile. */
  readonly alone: boolean;
  /** A cell started for this wish, though others may be idle. */
  readonly fresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** At most `slots` are alive, one user each; ended when they served enough, fell silent, broke, or were idle for long. */
export class CellPool {
  private readonly gate: SlotGate;
  private readonly alive = new Set<Cell>();
  private starting = 0;
  /** The longest idle first. */
  private readonly idle = new Map<Cell, { readonly sinceMs: number }>();
  private readonly retiring = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private idleTimer: NodeJS.Timeout | null = null;

  constructor(private readonly options: CellPoolOptions) {
    this.gate = new SlotGate(options.slots);
  }

  /** The cells that live now, busy or idle. */
  get cells(): readonly Cell[] {
    return [...this.alive];
  }

  /**
   * Lends a cell to `work`, and kills it when `signal` fires meanwhile.
   * @throws SandboxCancelledError, SandboxClosedError; what starting a cell throws, and what `work` throws
   */
  async use<T>(wish: CellWish, work: (cell: Cell) => Promise<T>): Promise<T> {
    await this.gate.enter({ exclusive: wish.alone, signal: wish.signal });
    try {
      return await this.lend(await this.provide(wish), wish.signal, work);
    } catch (error) {
      if (this.closing.signal.aborted) throw new SandboxClosedError();
      if (wish.signal?.aborted === true) throw new SandboxCancelledError(error);
      throw error;
    } finally {
      this.gate.leave(wish.alone);
    }
  }

  /** Starts a cell for later, when there is room. Throws what starting a cell throws. */
  async warm(shape: CellShape): Promise<Cell> {
    return this.use({ shape, alone: false }, (cell) => Promise.resolve(cell));
  }

  /** Ends every cell; who uses or wants one gets SandboxClosedError. Returns when nothing is left. */
  async close(): Promise<void> {
    this.closing.abort();
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    const empty = this.gate.close(new SandboxClosedError());
    for (const cell of this.alive) void this.retire(cell);
    await empty;
    await Promise.all(this.retiring);
  }

  private async provide({ shape, signal, fresh = false }: CellWish): Promise<Cell> {
    const known = fresh ? null : this.takeIdle(shape);
    if (known !== null) return known;
    while (this.alive.size + this.starting >= this.options.slots) await this.makeRoom();
    const signals = [this.closing.signal, ...(signal === undefined ? [] : [signal])];
    this.starting += 1;
    try {
      const cell = await Cell.start(shape, this.options, {
        signal: AbortSignal.any(signals),
        onBroken: (broken) => this.forgetIdle(broken),
      });
      this.alive.add(cell);
      return cell;
    } finally {
      this.starting -= 1;
    }
  }

  private async lend<T>(
    cell: Cell,
    signal: AbortSignal | undefined,
    work: (cell: Cell) => Promise<T>,
  ): Promise<T> {
    const forget = onAbort(signal, () => void cell.end());
    try {
      signal?.throwIfAborted();
      this.closing.signal.throwIfAborted();
      return await work(cell);
    } finally {
      forget();
      await this.takeBack(cell);
    }
  }

  private async takeBack(cell: Cell): Promise<void> {
    const { programsPerCell = longestLife } = this.options;
    if (cell.broken || cell.served >= programsPerCell || this.closing.signal.aborted) {
      await this.retire(cell);
      return;
    }
    this.idle.set(cell, { sinceMs: Date.now() });
    this.retireIdleLater();
  }

  /** The one used last, so that what is not needed grows old. */
  private takeIdle(shape: CellShape): Cell | null {
    let found: Cell | null = null;
    for (const cell of this.idle.keys()) {
      if (cell.shape.memoryMb === shape.memoryMb) found = cell;
    }
    if (found !== null) this.idle.delete(found);
    return found;
  }

  /** A cell that nobody uses, and that will not do, makes place; else one that is on its way out. */
  private async makeRoom(): Promise<void> {
    const [oldest] = this.idle.keys();
    if (oldest !== undefined) await this.retireIdle(oldest);
    else await Promise.race(this.retiring);
  }

  private forgetIdle(cell: Cell): void {
    if (this.idle.has(cell)) void this.retireIdle(cell);
  }

  private retireIdle(cell: Cell): Promise<void> {
    this.idle.delete(cell);
    return this.retire(cell);
  }

  private retire(cell: Cell): Promise<void> {
    const gone: Promise<void> = cell.end().finally(() => {
      this.alive.delete(cell);
      this.retiring.delete(gone);
    });
    this.retiring.add(gone);
    return gone;
  }

  private retireIdleLater(): void {
    if (this.idleTimer !== null) return;
    const { idleMs = longestIdleMs } = this.options;
    this.idleTimer = setTimeout(() => {
      this.idleTimer = null;
      const oldest = Date.now() - idleMs;
      for (const [cell, { sinceMs }] of this.idle) {
        if (sinceMs <= oldest) void this.retireIdle(cell);
      }
      if (this.idle.size > 0) this.retireIdleLater();
    }, idleMs);
    this.idleTimer.unref();
  }
}
