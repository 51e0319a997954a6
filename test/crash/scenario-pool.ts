/** Runs pieces of work in the order they are added, so many at a time. */
export class ScenarioPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atATime: number) {}

  /** Adds one; resolves with its result. */
  async add<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atATime) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next piece takes the place over: a piece that is added before it goes on must not get the place.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
