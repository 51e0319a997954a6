import type { FieldMapping } from '../../core/schemas/recipe';
import type { RawRow } from './raw-row';

/** Notes which columns of `fields` a file has. A row may lack some, but a column that no row has is a mistake in the recipe. */
export class UnseenColumns {
  private readonly unseen: Set<string>;

  constructor(fields: FieldMapping | undefined) {
    const { query = [], answer, lang, licence } = fields ?? {};
    const named = [...(typeof query === 'string' ? [query] : query), answer, lang, licence];
    this.unseen = new Set(named.filter((column) => column !== undefined));
  }

  see(row: RawRow): void {
    for (const column of this.unseen) if (Object.hasOwn(row, column)) this.unseen.delete(column);
  }

  /** In the order of the recipe. */
  get names(): readonly string[] {
    return [...this.unseen];
  }
}
