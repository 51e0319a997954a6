/** What a promise comes to, or null when that takes longer than so many ms. */
export function answerWithin<T>(answer: Promise<T>, withinMs: number): Promise<T | null> {
  const giveUp = new Promise<null>((resolve) =>
    setTimeout(() => {
      resolve(null);
    }, withinMs).unref(),
  );
  return Promise.race([answer, giveUp]);
}
