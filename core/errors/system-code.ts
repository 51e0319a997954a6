/** Code of a system error (`ENOENT`), by shape: errors of Node's modules and of native addons may be of another realm. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
