import { SandboxCancelledError } from '../errors';

interface Waiting {
  readonly exclusive: boolean;
  readonly admit: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Admits at most `slots` visitors at a time, in order of arrival; an exclusive one waits until nobody else is inside
 * and lets nobody in beside it.
 */
export class SlotGate {
  private inside = 0;
  private exclusiveInside = false;
  private readonly queue = new Set<Waiting>();
  private closed: Error | null = null;
  private readonly watchers: (() => void)[] = [];

  constructor(private readonly slots: number) {}

  /**
   * Waits for admission; every visitor admitted must `leave` once, with the same `exclusive`.
   * @throws SandboxCancelledError when `signal` fires before admission, and what `close` was given.
   */
  enter(options: {
    readonly exclusive: boolean;
    readonly signal?: AbortSignal | undefined;
  }): Promise<void> {
    const { exclusive, signal } = options;
    return new Promise((resolve, reject) => {
      if (this.closed !== null) return reject(this.closed);
      if (signal?.aborted === true) return reject(new SandboxCancelledError(signal.reason));
      const cancel = (): void => {
        this.queue.delete(waiting);
        reject(new SandboxCancelledError(signal?.reason));
        this.pump();
      };
      const forget = (): void => signal?.removeEventListener('abort', cancel);
      const waiting: Waiting = {
        exclusive,
        admit: () => {
          forget();
          resolve();
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.queue.add(waiting);
      this.pump();
    });
  }

  leave(exclusive: boolean): void {
    this.inside -= 1;
    if (exclusive) this.exclusiveInside = false;
    this.pump();
    if (this.inside === 0) for (const watcher of this.watchers.splice(0)) watcher();
  }

  /** Refuses all who wait and who will come; resolves when the last one has left. */
  close(error: Error): Promise<void> {
    this.closed = error;
    for (const waiting of this.queue) waiting.refuse(error);
    this.queue.clear();
    if (this.inside === 0) return Promise.resolve();
    return new Promise((resolve) => this.watchers.push(resolve));
  }

  private admits(next: Waiting): boolean {
    if (next.exclusive) return this.inside === 0;
    return !this.exclusiveInside && this.inside < this.slots;
  }

  private pump(): void {
    for (const next of this.queue) {
      if (!this.admits(next)) return;
      this.queue.delete(next);
      this.inside += 1;
      this.exclusiveInside = next.exclusive;
      next.admit();
    }
  }
}
