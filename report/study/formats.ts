import { textTable } from '../text-table';
import type { Study } from './study';
import { cellText, isEstimate } from './study-table';
import type { Cell, StudyTable } from './study-table';

export const studyFormats = ['text', 'markdown', 'csv', 'latex'] as const;
export type StudyFormat = (typeof studyFormats)[number];

interface FormatRow {
  readonly table: (table: StudyTable) => readonly string[];
  /** What is said beside the tables; none in files for programs. */
  readonly notes: (notes: readonly string[]) => readonly string[];
}

const rows: { readonly [Format in StudyFormat]: FormatRow } = {
  text: {
    table: (table) => [
      table.title,
      ...textTable([headOf(table), ...textCells(table)]),
      ...table.notes.map((note) => `- ${note}`),
    ],
    notes: (notes) => notes.map((note) => `- ${note}`),
  },
  markdown: { table: markdownTable, notes: (notes) => notes.map((note) => `- ${markdown(note)}`) },
  csv: { table: csvTable, notes: () => [] },
  latex: { table: latexTable, notes: (notes) => notes.map((note) => `% ${note}`) },
};

/** A report as lines, its tables apart by an empty line. */
export function studyLines({ tables, notes }: Study, format: StudyFormat): readonly string[] {
  const row = rows[format];
  const said = row.notes(notes);
  return [
    ...tables.flatMap((table, at) => [...(at === 0 ? [] : ['']), ...row.table(table)]),
    ...(said.length === 0 ? [] : ['', ...said]),
  ];
}

function headOf({ columns }: StudyTable): readonly string[] {
  return columns.map(({ label }) => label);
}

function textCells({ rows: cells, columns }: StudyTable): readonly (readonly string[])[] {
  return cells.map((row) => row.map((cell, at) => cellText(cell, columns[at]?.format ?? 'text')));
}

function markdownTable(table: StudyTable): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdown).join(' | ')} |`;
  const rule = table.columns.map(({ format }) => (format === 'text' ? '---' : '---:'));
  return [
    `### ${markdown(table.title)}`,
    '',
    line(headOf(table)),
    `| ${rule.join(' | ')} |`,
    ...textCells(table).map(line),
    ...(table.notes.length === 0 ? [] : ['', ...table.notes.map((note) => `- ${markdown(note)}`)]),
  ];
}

/** Names are whatever somebody called a model: nothing in them is markup. */
function markdown(text: string): string {
  return text.replace(/[\\`*_|<>[\]]/gu, '\\$&');
}

/**
 * RFC 4180, numbers as they are (rates are fractions), an estimate as three columns; tables are apart by an empty line, each
 * below a line `# name (source)`.
 */
function csvTable({ name, source, columns, rows: cells }: StudyTable): readonly string[] {
  const isWide = (at: number): boolean =>
    cells.some((row) => {
      const cell = row[at];
      return cell !== undefined && isEstimate(cell);
    });
  const head = columns.flatMap(({ label }, at) =>
    isWide(at) ? [label, `${label} low`, `${label} high`] : [label],
  );
  const values = (row: readonly Cell[]): readonly (string | number | null)[] =>
    columns.flatMap((_, at) => {
      const cell = row[at] ?? null;
      if (isEstimate(cell)) return [cell.value, cell.low, cell.high];
      return isWide(at) ? [cell, null, null] : [cell];
    });
  return [`# ${name} (${source})`, ...[head, ...cells.map(values)].map(csvLine)];
}

function csvLine(values: readonly (string | number | null)[]): string {
  return values
    .map((value) => {
      if (typeof value === 'number') return String(value);
      const text = harmless(value ?? '');
      return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');
}

/** A spreadsheet would take a name that begins so for a formula, and run it. */
function harmless(text: string): string {
  return /^[=+\-@\t]/u.test(text) ? `'${text}` : text;
}

/** With booktabs: `\usepackage{booktabs}`. */
function latexTable(table: StudyTable): readonly string[] {
  const line = (cells: readonly string[]): string => `${cells.map(latex).join(' & ')} \\\\`;
  const aligned = table.columns.map(({ format }) => (format === 'text' ? 'l' : 'r')).join('');
  return [
    '\\begin{table}',
    '\\centering',
    `\\caption{${latex(table.title)}}`,
    `\\begin{tabular}{${aligned}}`,
    '\\toprule',
    line(headOf(table)),
    '\\midrule',
    ...textCells(table).map(line),
    '\\bottomrule',
    '\\end{tabular}',
    '\\end{table}',
    ...table.notes.map((note) => `% ${note}`),
  ];
}

const latexSigns: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function latex(text: string): string {
  return text.replace(/[\\~^&%$#_{}]/gu, (sign) => latexSigns[sign] ?? `\\${sign}`);
}
