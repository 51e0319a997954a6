const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `call` when `signal` fires; returns the function that forgets it. One listener serves all calls of a signal:
 * hundreds of programs of one batch share theirs, which a signal takes for a leak, and adding one costs little.
 */
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
