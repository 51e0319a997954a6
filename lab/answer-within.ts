/** The value of a promise, or null if it takes longer than this many ms. */
export function answerWithin<T>(answer: Promise<T>, withinMs: number): Promise<T | null> {
  const giveUp = new Promise<null>((resolve) =>
    setTimeout(() => {
      resolve(null);
    }, withinMs).unref(),
  );
  return Promise.race([answer, giveUp]);
}
