/** The usual numbers, and in their place those that are told. */
export function withUsual<Name extends string>(
  usual: { readonly [Member in Name]: number },
  told: { readonly [Member in Name]?: number | undefined } = {},
): { readonly [Member in Name]: number } {
  const entries = Object.entries<number | undefined>(told);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return { ...usual, ...given };
}
