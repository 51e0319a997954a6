/** The type of a column of a data set. Every value may be absent. `whole`: a whole number, only as a column of its own. */
export type ColumnType =
  'text' | 'whole' | { readonly list: ColumnType } | { readonly members: Columns };

export interface Columns {
  readonly [name: string]: ColumnType;
}
