/** A reply taken apart, or what is wrong with it, as a clause that a repair question can quote. */
export type ParsedReply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
