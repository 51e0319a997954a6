import type { FieldMapping } from '../../../core/schemas/recipe';
import { RowFault } from '../row-fault';
import { textOrNone } from '../row-texts';
import type { SourceForm } from '../source-form';

/**
 * The form that `fields` of a recipe describes. A row needs a column of the query, and may lack others. Several columns of the query are
 * joined by a blank line, without the empty ones.
 */
export function mappedForm({ query, answer, lang }: FieldMapping): SourceForm {
  const queries = typeof query === 'string' ? [query] : query;
  return {
    name: 'fields',
    columns: queries.join(' or '),
    recognises: (columns) => queries.some((column) => columns.has(column)),
    toRow: (raw) => {
      const parts = queries.map((column) => textOrNone(raw, column));
      if (parts.every((part) => part.trim() === '')) {
        throw new RowFault(
          `column ${queries.map((one) => JSON.stringify(one)).join(', ')} has no text`,
        );
      }
      return {
        query: parts.filter((part) => part.trim() !== '').join('\n\n'),
        answer: answer === undefined ? '' : textOrNone(raw, answer),
        lang: lang === undefined ? undefined : textOrNone(raw, lang),
      };
    },
  };
}
