/** The code of a system error (`ENOENT`), by shape: errors of Node's own modules may come from another realm. */
export function systemCodeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** What an error says; the global fetch hides why a connection failed behind "fetch failed", in the cause. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const cause = 'cause' in error && error.cause !== undefined ? `: ${reasonOf(error.cause)}` : '';
  return `${String(error.message)}${cause}`;
}
