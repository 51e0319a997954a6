/** Without the members that nobody has said. */
export function said<Members extends object>(members: Members): Partial<Members> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Members>;
}
