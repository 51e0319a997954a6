import type { RecipeSource } from '../../core/schemas/recipe';
import type { SourceRow } from '../../core/schemas/source-row';
import { columnNames, formChoice, unknownColumns } from './chosen-form';
import { loadQuestions } from './questions';
import type { Questions } from './questions';
import { rawRows } from './raw-rows';
import type { RawRow } from './raw-row';
import { RowFault } from './row-fault';
import { textOrNone } from './row-texts';
import type { FormRow, SourceForm } from './source-form';
import { sourceFileError } from './source-file-error';
import { UnseenColumns } from './unseen-columns';
import { fencedLanguage, languageName, unifiedText } from './unify';

export type ReadRow =
  | { readonly kind: 'row'; readonly row: SourceRow }
  | {
      readonly kind: 'unreadable';
      /** Number of the row in its file, from 0. */
      readonly place: number;
      readonly why: string;
    };

/** Rows that are looked at for the form of a file: the first of them may be broken. */
const mostWithoutForm = 20;

/**
 * The rows of a source in the one form of all sources (spec 3.1), with their white space normalised; one at a time, so files may be of any
 * size. A row that cannot be used is told and does not stop the others.
 * @param path of its file. `questions` of the source must be a full path, too
 * @param most rows to read. Columns of `fields` that none of these has are refused, as in the whole file
 * @throws UsageError for a file that is absent, damaged, empty, of no known form, or that a member of the source does not fit
 */
export async function* readSource(
  source: RecipeSource,
  path: string,
  most = Infinity,
): AsyncGenerator<ReadRow> {
  const choose = formChoice(source, path);
  const questions: Questions =
    source.questions === undefined ? new Map() : await loadQuestions(source.questions);
  const unseen = new UnseenColumns(source.fields);
  let place = -1;
  let isKnown = false;
  let strange: RawRow | null = null;
  let firstFault = '';
  for await (const read of rawRows(path)) {
    if (place + 1 >= most) break;
    place += 1;
    if (read.kind === 'unusable') {
      firstFault ||= read.why;
      yield { kind: 'unreadable', place, why: read.why };
      continue;
    }
    const form = choose(read.record);
    if (form === null) {
      strange ??= read.record;
      if (!isKnown && place + 1 >= mostWithoutForm) throw unknownColumns(source, path, strange);
      const why = `is of another form: its columns are ${columnNames(read.record)}`;
      yield { kind: 'unreadable', place, why };
      continue;
    }
    if (!isKnown) requireSlugs(source, form, path);
    isKnown = true;
    unseen.see(read.record);
    yield toRead(read.record, { source, form, questions, place });
  }
  if (isKnown) {
    requireSeen(unseen, path, most);
    return;
  }
  if (place + 1 >= most) return;
  if (strange !== null) throw unknownColumns(source, path, strange);
  throw sourceFileError(path, place < 0 ? 'holds no rows' : `holds no usable row (${firstFault})`, {
    remedy: 'Give a file with JSON objects, one a line or in a list, or Parquet',
  });
}

function requireSlugs(
  { questions }: RecipeSource,
  { name, hasSlug }: SourceForm,
  path: string,
): void {
  if (questions === undefined || hasSlug === true) return;
  throw sourceFileError(
    path,
    `is of the form ${name}, whose rows have no slug to find in "questions"`,
    {
      remedy: 'Remove "questions" from the source in the recipe',
    },
  );
}

function requireSeen({ names }: UnseenColumns, path: string, most: number): void {
  if (names.length === 0) return;
  const where = most === Infinity ? 'no row' : `among its first ${String(most)} rows none`;
  throw sourceFileError(path, `has ${where} with the column ${names.join(', ')}`, {
    remedy: 'Correct "fields" of the source in the recipe',
  });
}

interface RowContext {
  readonly source: RecipeSource;
  readonly form: SourceForm;
  readonly questions: Questions;
  readonly place: number;
}

function toRead(raw: RawRow, context: RowContext): ReadRow {
  const { form, questions, place } = context;
  try {
    return { kind: 'row', row: toSourceRow(raw, form.toRow(raw, questions), context) };
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    return { kind: 'unreadable', place, why: error.why };
  }
}

function toSourceRow(raw: RawRow, given: FormRow, { source, place }: RowContext): SourceRow {
  const query = unifiedText(given.query);
  if (query === '') throw new RowFault('the query is empty');
  const answer = unifiedText(given.answer);
  const turns = given.turns?.map(({ role, content }) => ({ role, content: unifiedText(content) }));
  for (const text of [query, answer, ...(turns ?? []).map(({ content }) => content)]) {
    // Such a text would have another hash after it is stored as UTF-8.
    if (/\p{Surrogate}/u.test(text)) throw new RowFault('a text holds half of a character');
  }
  return {
    id: `${source.name}/${String(place)}`,
    source: source.name,
    ...{ query, answer },
    lang: languageName(given.lang ?? '') || fencedLanguage(answer),
    licence: licenceOf(raw, source),
    ...(given.problem === undefined ? {} : { problem: given.problem }),
    ...(turns === undefined ? {} : { turns }),
  };
}

/** Of the row itself, then of its source. */
function licenceOf(raw: RawRow, { fields, licence }: RecipeSource): string | null {
  const columns = fields?.licence === undefined ? ['licence', 'license'] : [fields.licence];
  const own = columns.map((column) => textOrNone(raw, column).trim()).find((text) => text !== '');
  return own ?? licence ?? null;
}
