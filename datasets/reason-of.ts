/** What an error says; the global fetch hides why a connection failed behind "fetch failed", in the cause. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const cause = 'cause' in error && error.cause !== undefined ? `: ${reasonOf(error.cause)}` : '';
  return `${String(error.message)}${cause}`;
}
