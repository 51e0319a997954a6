/** Runs pieces of work in the order they are added, so many at a time. */
export class ScenarioPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atATime: number) {}

  /** Adds one; resolves with its result. */
  async add<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atATime) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
