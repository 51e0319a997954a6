import type { Columns, ColumnType } from '../../../core/code-feedback/export/columns';

/** The types of columns as lines of a dataset card, in the words of `datasets`. */
export function featureLines(columns: Columns, indent: string): readonly string[] {
  return Object.entries(columns).flatMap(([name, type]) => [
    `${indent}- name: ${name}`,
    ...typeLines(type, `${indent}  `),
  ]);
}

function typeLines(type: ColumnType, indent: string): readonly string[] {
  if (typeof type === 'string') return [`${indent}dtype: ${dtypes[type]}`];
  if ('members' in type) return [`${indent}struct:`, ...featureLines(type.members, indent)];
  const { list } = type;
  if (typeof list === 'string') return [`${indent}list: ${dtypes[list]}`];
  if ('members' in list) return [`${indent}list:`, ...featureLines(list.members, indent)];
  return [`${indent}list:`, ...typeLines(list, `${indent}  `)];
}

const dtypes = { text: 'string', whole: 'int64' } as const;
