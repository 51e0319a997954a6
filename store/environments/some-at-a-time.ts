/** A statement per row takes three times as long; one for all would have more parameters than a database takes. */
const ROWS_PER_STATEMENT = 100;

export function* someAtATime<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    yield rows.slice(from, from + ROWS_PER_STATEMENT);
  }
}
