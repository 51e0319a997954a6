import { DialoguePlaces } from '../../../core/code-feedback/export/place-dialogue';
import { sha256Of } from './lineage';
import type { MadeRow, ReadDataset } from './read-dataset';

/** What was made, with its place in an export. */
export interface PlacedRow extends MadeRow {
  /** null: it gave no dialogue. */
  readonly place: { readonly id: number; readonly part: 'train' | 'test' } | null;
  /** Names of removed sources and ids of removed rows that it was made of. Empty: it is kept. */
  readonly removedBy: readonly string[];
}

/** Identifies a dialogue by its method and its source rows. Its id in an export is a hash of it. */
export function dialogueName({ method, rows }: Pick<MadeRow, 'method' | 'rows'>): string {
  return `${method} ${rows.map(({ id }) => id).join(' ')}`;
}

/** Everything that a run has made, in the order of its export. What is removed keeps its place, so no other dialogue changes. */
export async function* placedRows(
  { config, rows }: ReadDataset,
  removed: ReadonlySet<string>,
): AsyncGenerator<PlacedRow> {
  const places = new DialoguePlaces(config.seed, config.build.recipe.output.testShare, sha256Of);
  for await (const row of rows()) {
    const [first] = row.rows;
    const group = first?.problem?.slug ?? first?.id ?? '';
    const place = row.made.kind === 'none' ? null : places.place(dialogueName(row), group);
    const names = new Set(row.rows.flatMap(({ id, source }) => [source, id]));
    yield { ...row, place, removedBy: [...names].filter((name) => removed.has(name)) };
  }
}
