import { SandboxCancelledError } from '../errors';

interface Waiting {
  readonly exclusive: boolean;
  readonly admit: () => void;
}

/**
 * Admits at most `slots` checks at a time, in order of arrival; an exclusive one waits until nothing else is
 * inside and lets nobody in beside it.
 */
export class SlotGate {
  private inside = 0;
  private exclusiveInside = false;
  private queue: readonly Waiting[] = [];

  constructor(private readonly slots: number) {}

  /**
   * Returns the function that gives the place back (once; further calls do nothing).
   * @throws SandboxCancelledError when `signal` fires before admission.
   */
  async enter(options: {
    readonly exclusive: boolean;
    readonly signal: AbortSignal;
  }): Promise<() => void> {
    await this.admission(options);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.inside -= 1;
      if (options.exclusive) this.exclusiveInside = false;
      this.pump();
    };
  }

  private admission({
    exclusive,
    signal,
  }: {
    readonly exclusive: boolean;
    readonly signal: AbortSignal;
  }): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        this.queue = this.queue.filter((entry) => entry !== waiting);
        reject(new SandboxCancelledError(signal.reason));
        this.pump();
      };
      const waiting: Waiting = {
        exclusive,
        admit: () => {
          signal.removeEventListener('abort', refuse);
          resolve();
        },
      };
      if (signal.aborted) {
        refuse();
        return;
      }
      signal.addEventListener('abort', refuse, { once: true });
      this.queue = [...this.queue, waiting];
      this.pump();
    });
  }

  private admits(next: Waiting): boolean {
    if (next.exclusive) return this.inside === 0;
    return !this.exclusiveInside && this.inside < this.slots;
  }

  private pump(): void {
    for (let next = this.queue[0]; next !== undefined && this.admits(next); next = this.queue[0]) {
      this.queue = this.queue.slice(1);
      this.inside += 1;
      this.exclusiveInside = next.exclusive;
      next.admit();
    }
  }
}
