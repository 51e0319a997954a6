/** A row as its file has it. */
export type RawRow = Readonly<Record<string, unknown>>;
