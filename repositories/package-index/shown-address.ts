/** An address as it may be shown and stored: without user, password, query and fragment. */
export function withoutCredentials(address: string): string {
  try {
    const url = new URL(address);
    return `${url.protocol}//${url.host}${url.pathname}`;
  } catch {
    return '(no address)';
  }
}
