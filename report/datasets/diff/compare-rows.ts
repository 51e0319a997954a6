/** What a comparison needs of a row: hashes and names. */
export interface ComparedRow {
  readonly method: string;
  /** Ids of all source rows, in the order of the dialogue. */
  readonly sources: readonly string[];
  /** sha256 of the texts of the source rows. */
  readonly texts: string;
  /** `exported`, `removed`, or why the row gave no dialogue. */
  readonly end: string;
  /** Gates that were not passed. Empty: none. */
  readonly why: string;
  /** sha256 of the dialogue. null: none is exported. */
  readonly turns: string | null;
  /** sha256 over all model calls, in order. */
  readonly models: string;
  readonly prompts: string;
  readonly replies: string;
  readonly executions: string;
}

export interface RowChange {
  /** Id of the first source row. */
  readonly row: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** The first cause, from the source row to the gates. */
  readonly why: string;
}

export interface RowChanges {
  readonly same: number;
  readonly changes: readonly RowChange[];
}

/** Compares exported dialogues. @param before by the id of the first source row, as `after` */
export function compareRows(
  before: ReadonlyMap<string, ComparedRow>,
  after: ReadonlyMap<string, ComparedRow>,
): RowChanges {
  const anchorBefore = anchors(before);
  const anchorAfter = anchors(after);
  const changes: RowChange[] = [];
  let same = 0;
  for (const row of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(row), after.get(row)];
    const [oldTurns, newTurns] = [old?.turns ?? null, now?.turns ?? null];
    if (oldTurns === newTurns) {
      if (oldTurns !== null) same += 1;
      continue;
    }
    const change = oldTurns === null ? 'added' : newTurns === null ? 'removed' : 'changed';
    changes.push({
      row,
      change,
      why: causeOf(old ?? elsewhere(row, anchorBefore), now ?? elsewhere(row, anchorAfter)),
    });
  }
  return { same, changes };
}

/** A row that is absent, or part of the dialogue of another row. */
interface Elsewhere {
  /** null: the data set does not have the row. */
  readonly partOf: string | null;
}

function elsewhere(row: string, anchors: ReadonlyMap<string, string>): Elsewhere {
  return { partOf: anchors.get(row) ?? null };
}

/** The first row of the dialogue that each further row is part of. */
function anchors(rows: ReadonlyMap<string, ComparedRow>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [first, { sources }] of rows) {
    for (const further of sources.slice(1)) found.set(further, first);
  }
  return found;
}

function causeOf(old: ComparedRow | Elsewhere, now: ComparedRow | Elsewhere): string {
  if ('partOf' in old) return absence(old, 'before');
  if ('partOf' in now) return absence(now, 'after');
  if (old.method !== now.method) return `method ${now.method} instead of ${old.method}`;
  if (old.sources.join(' ') !== now.sources.join(' ')) return 'other rows in the dialogue';
  if (old.texts !== now.texts) return 'another text of the source row';
  if (old.end !== now.end && [old, now].some(({ end }) => endsEarly.has(end))) {
    return `${endText(now)} instead of ${endText(old)}`;
  }
  if (old.models !== now.models) return 'another model, or other steps';
  if (old.prompts !== now.prompts) return 'another prompt';
  if (old.replies !== now.replies) return 'another reply to the same prompt';
  if (old.executions !== now.executions) return 'another result of an execution';
  return `${endText(now)} instead of ${endText(old)}`;
}

/** Ends by a decision about a row. Such a row has fewer steps, so models and prompts differ for that reason alone. */
const endsEarly: ReadonlySet<string> = new Set(['filtered', 'unrated', 'removed']);

function absence({ partOf }: Elsewhere, when: 'before' | 'after'): string {
  const [has, is] = when === 'before' ? ['had', 'was'] : ['has', 'is'];
  return partOf === null
    ? `the data set ${has} no such row ${when === 'before' ? 'before' : 'any more'}`
    : `the row ${is} part of the dialogue of ${partOf}`;
}

function endText({ end, why }: ComparedRow): string {
  return why === '' ? end : `${end} (${why})`;
}
