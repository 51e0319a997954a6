import { plainText } from '../../core/words/plain-text';
import type { RecipeSource } from '../../core/schemas/recipe';
import { formOf, sourceForms } from './forms';
import { mappedForm } from './forms/mapped';
import type { RawRow } from './raw-row';
import type { SourceForm } from './source-form';
import { sourceFileError } from './source-file-error';

/** Gives the form of a row, or null where the row does not fit. */
export type FormChoice = (row: RawRow) => SourceForm | null;

/** As the recipe says: by `fields`, by the name of a form, or by the columns of a row. @throws UsageError for an unknown form */
export function formChoice({ form, fields }: RecipeSource, path: string): FormChoice {
  if (form !== undefined && fields !== undefined) {
    throw sourceFileError(path, 'has both a form and fields in the recipe', {
      remedy: 'Remove "form" or "fields" from the source',
    });
  }
  if (fields === undefined && form === undefined) return (row) => formOf(Object.keys(row));
  const named =
    fields === undefined ? sourceForms.find(({ name }) => name === form) : mappedForm(fields);
  if (named === undefined) {
    throw sourceFileError(path, `has the unknown form ${JSON.stringify(form)} in the recipe`, {
      remedy: `Use one of: ${sourceForms.map(({ name }) => name).join(', ')}; or give "fields"`,
    });
  }
  return (row) => (named.recognises(new Set(Object.keys(row))) ? named : null);
}

/** The first columns of a row, safe to print. */
export function columnNames(row: RawRow): string {
  return plainText(Object.keys(row).slice(0, 20).join(', '));
}

/** No one of the first rows fits. */
export function unknownColumns(
  { form, fields }: RecipeSource,
  path: string,
  row: RawRow,
): ReturnType<typeof sourceFileError> {
  const columns = columnNames(row) || 'none';
  if (form === undefined && fields === undefined) {
    return sourceFileError(path, `is of no known form: its columns are ${columns}`, {
      remedy: 'Say in the recipe which columns hold what, for example "fields": {"query": "..."}',
    });
  }
  const wanted =
    fields === undefined
      ? (sourceForms.find(({ name }) => name === form)?.columns ?? '')
      : mappedForm(fields).columns;
  return sourceFileError(path, `needs the columns ${wanted} and has the columns ${columns}`, {
    remedy: `Correct ${fields === undefined ? '"form"' : '"fields"'} of the source in the recipe`,
  });
}
