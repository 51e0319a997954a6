/** Items on their way to one reader; whoever puts them in is told when each has been worked on. */
export class TakenQueue<T> implements AsyncIterable<T> {
  private items: T[] = [];
  private over: { readonly error: Error | null } | null = null;
  private wake: () => void = () => undefined;
  private dropped = false;

  constructor(private readonly taken: (item: T) => void) {}

  push(item: T): void {
    if (this.over !== null) return;
    if (this.dropped) return this.taken(item);
    this.items.push(item);
    this.wake();
  }

  /** No more will come. `error`: what the reader is told at the end. */
  end(error: Error | null = null): void {
    this.over ??= { error };
    this.wake();
  }

  /** Nobody reads any more: what is there, and what comes, is as good as worked on. */
  drop(): void {
    this.dropped = true;
    for (const item of this.items.splice(0)) this.taken(item);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const item = this.items.shift();
      if (item !== undefined) {
        yield item;
        this.taken(item);
      } else if (this.over !== null) {
        if (this.over.error !== null) throw this.over.error;
        return;
      } else {
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    }
  }
}
