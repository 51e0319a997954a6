/** Place of a status among all statuses that one run generation sets. */
export interface StatusPlace {
  readonly generation: string | null;
  /** It grows with every status. */
  readonly place: number;
}
