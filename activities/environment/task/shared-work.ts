interface Shared<T> {
  readonly result: Promise<T>;
  readonly end: AbortController;
  waiting: number;
}

/** Work under a key that is done once for all who ask meanwhile, and ended when nobody waits any more. */
export class SharedWork<T> {
  private readonly running = new Map<string, Shared<T>>();

  async of(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    signal?.throwIfAborted();
    const shared = this.running.get(key) ?? this.begin(key, work);
    shared.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = (): void => {
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        if (this.running.get(key) === shared) this.running.delete(key);
        shared.end.abort();
      }
    }
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const end = new AbortController();
    const shared: Shared<T> = { result: work(end.signal), end, waiting: 0 };
    // Whoever waits hears of it; with nobody left, nobody does.
    shared.result.catch(() => undefined);
    this.running.set(key, shared);
    return shared;
  }
}
