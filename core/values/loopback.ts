/**
 * `localhost` and names below it, 127.0.0.0/8, `::1`, and `0.0.0.0`, as servers print it.
 * @param host without a port; an IPv6 address with or without brackets
 */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '0.0.0.0' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}
