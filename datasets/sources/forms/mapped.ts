import type { FieldMapping } from '../../../core/schemas/recipe';
import { RowFault } from '../row-fault';
import { anyText, textOrNone } from '../row-texts';
import { hasAll } from '../source-form';
import type { SourceForm } from '../source-form';

/** The form that `fields` of a recipe describes. Several columns of the query are joined by a blank line, without the empty ones. */
export function mappedForm({ query, answer, lang }: FieldMapping): SourceForm {
  const queries = typeof query === 'string' ? [query] : query;
  const needed = [...queries, ...(answer === undefined ? [] : [answer])];
  return {
    name: 'fields',
    columns: needed.join(', '),
    recognises: hasAll(...needed),
    toRow: (raw) => {
      const parts = queries.map((column) => textOrNone(raw, column));
      if (parts.every((part) => part.trim() === '')) {
        throw new RowFault(
          `column ${queries.map((one) => JSON.stringify(one)).join(', ')} has no text`,
        );
      }
      return {
        query: parts.filter((part) => part.trim() !== '').join('\n\n'),
        answer: answer === undefined ? '' : anyText(raw, answer),
        lang: lang === undefined ? undefined : textOrNone(raw, lang),
      };
    },
  };
}
