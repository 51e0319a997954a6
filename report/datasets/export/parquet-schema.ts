import type { SchemaElement } from 'hyparquet' with { 'resolution-mode': 'import' };

import type { Columns, ColumnType } from '../../../core/code-feedback/export/columns';

/** The schema of a Parquet file, in the form that Arrow writes: every value may be absent, and lists have three levels. */
export function parquetSchema(columns: Columns): SchemaElement[] {
  return [{ name: 'root', num_children: Object.keys(columns).length }, ...elementsOf(columns)];
}

function elementsOf(columns: Columns): SchemaElement[] {
  return Object.entries(columns).flatMap(([name, type]) => elementOf(name, type));
}

function elementOf(name: string, type: ColumnType): SchemaElement[] {
  const element = { name, repetition_type: 'OPTIONAL' } as const;
  if (type === 'text') {
    return [
      {
        ...element,
        type: 'BYTE_ARRAY',
        converted_type: 'UTF8',
        logical_type: { type: 'STRING' },
      },
    ];
  }
  if (type === 'whole') return [{ ...element, type: 'INT64' }];
  if ('members' in type) {
    const { members } = type;
    return [{ ...element, num_children: Object.keys(members).length }, ...elementsOf(members)];
  }
  return [
    { ...element, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...elementOf('element', type.list),
  ];
}
