/** The code of a system error (`ENOENT`), by shape: errors of Node's own modules may come from another realm. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
