const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns what forgets the call. One listener serves all calls of a signal: a signal takes hundreds for a leak. */
export function onAbort(signal: AbortSignal | undefined, call: () => void): () => void {
  if (signal === undefined) return () => undefined;
  const calls = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) {
    waiting.set(signal, calls);
    signal.addEventListener('abort', () => [...calls].forEach((one) => one()), { once: true });
  }
  // Wrapped, so that the same function may be given twice.
  const entry = (): void => call();
  calls.add(entry);
  return () => void calls.delete(entry);
}
