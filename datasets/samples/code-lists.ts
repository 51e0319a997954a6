import { z } from 'zod';

import { UsageError } from '../../core/errors/errors';
import { isRecord } from '../../core/values/is-record';
import { parseRow, rowError } from '../row-error';
import type { WrittenSample } from './written-sample';

/** One question of LiveCodeBench's custom output; each text is a whole program. */
const CodeList = z.object({
  question_id: z.union(
    [z.string().min(1), z.int().transform(String)],
    'expected the id of a question',
  ),
  code_list: z.array(z.string(), 'expected a list of programs'),
});

/** A JSON list of `{question_id, code_list}`. @throws UsageError naming file, row and field */
export function samplesOfCodeLists(document: string, file: string): readonly WrittenSample[] {
  return rowsIn(document, file).flatMap((value, index) => {
    const place = { line: index + 1, unit: 'row' } as const;
    if (!isRecord(value))
      throw rowError(
        { file, ...place },
        'is no question with its programs',
        'Give a list of {"question_id": …, "code_list": […]}; or of other samples one JSON object a line',
      );
    const { question_id: id, code_list: codes } = parseRow(CodeList, { ...place, value }, file);
    return codes.map((text) => ({
      names: [id] as const,
      form: 'solution' as const,
      text,
      row: null,
    }));
  });
}

/** @throws UsageError */
function rowsIn(document: string, file: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(document);
    if (Array.isArray(value)) return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    throw new UsageError(
      `${file} begins as a JSON list and is none (${reason})`,
      'Write the file again, or give samples with one JSON object a line',
      { code: 'BAD_DATASET_FILE', cause: error },
    );
  }
  throw new TypeError(`${file} is no list`);
}
