/** What a process remembers of the last so many keys: a worker meets millions of problems, and works on some hundreds at a time. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Makes room by forgetting what was kept first. */
  keep(key: string, value: Value): void {
    this.forget(key);
    const [oldest] = this.values.keys();
    if (oldest !== undefined && this.values.size >= this.most) this.values.delete(oldest);
    this.values.set(key, value);
  }

  forget(key: string): void {
    this.values.delete(key);
  }
}
