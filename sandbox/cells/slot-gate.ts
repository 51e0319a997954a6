import { SandboxCancelledError } from '../errors';
import { onAbort } from './on-abort';

interface Waiting {
  readonly exclusive: boolean;
  readonly admit: () => void;
  readonly refuse: (error: Error) => void;
  /** Gave up while waiting: skipped when its turn comes. */
  gone: boolean;
}

/** In order of arrival; an exclusive visitor waits until nobody else is inside and lets nobody in beside it. */
export class SlotGate {
  private inside = 0;
  private exclusiveInside = false;
  private queue: Waiting[] = [];
  /** Where in the queue the next one is. */
  private next = 0;
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
        waiting.gone = true;
        reject(new SandboxCancelledError(signal?.reason));
        this.pump();
      };
      const waiting: Waiting = {
        exclusive,
        gone: false,
        admit: () => {
          forget();
          resolve();
        },
        refuse: (error) => {
          forget();
          reject(error);
        },
      };
      const forget = onAbort(signal, cancel);
      this.queue.push(waiting);
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
    const waiting = this.queue.splice(0).slice(this.next);
    this.next = 0;
    for (const one of waiting) if (!one.gone) one.refuse(error);
    if (this.inside === 0) return Promise.resolve();
    return new Promise((resolve) => this.watchers.push(resolve));
  }

  private admits(next: Waiting): boolean {
    if (next.exclusive) return this.inside === 0;
    return !this.exclusiveInside && this.inside < this.slots;
  }

  private pump(): void {
    for (let next = this.queue[this.next]; next !== undefined; next = this.queue[this.next]) {
      if (!next.gone) {
        if (!this.admits(next)) return;
        this.inside += 1;
        this.exclusiveInside = next.exclusive;
        next.admit();
      }
      this.next += 1;
      // Served ones are dropped by halves: one by one would cost the whole queue each time.
      if (this.next * 2 >= this.queue.length) {
        this.queue = this.queue.slice(this.next);
        this.next = 0;
      }
    }
  }
}
