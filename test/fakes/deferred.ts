export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** A promise that somebody else keeps. */
export function deferred(): Deferred {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((kept) => {
    resolve = kept;
  });
  return { promise, resolve };
}
