/** Values for the most recent keys. A worker meets millions of problems, but works on some hundreds at the same time. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  /** Makes room by removing the oldest entry. */
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

/** A reading that is under way, or has ended well, serves every caller. One that failed is forgotten. */
export async function remembered<T>(
  cache: Recent<Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const reading = read();
  cache.keep(key, reading);
  reading.catch(() => {
    cache.forget(key);
  });
  return reading;
}
