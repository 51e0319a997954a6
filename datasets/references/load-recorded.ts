import { z } from 'zod';

import { readJsonl } from '../read-jsonl';
import { parseRow } from '../row-error';
import { problemName, text } from '../row-fields';

const RecordedRow = z.object({
  task_id: problemName,
  program: text,
  recorded_pass: z.boolean().nullish(),
});

export interface RecordedProgram {
  readonly id: string;
  readonly line: number;
  readonly program: string;
  /** As recorded by whoever ran it; null: unknown. */
  readonly recordedPass: boolean | null;
}

/** In the file's order. @throws UsageError naming file, line and field */
export async function loadRecorded(file: string): Promise<readonly RecordedProgram[]> {
  return (await readJsonl(file)).map((row) => {
    const fields = parseRow(RecordedRow, row, file);
    return {
      id: fields.task_id,
      line: row.line,
      program: fields.program,
      recordedPass: fields.recorded_pass ?? null,
    };
  });
}
