import { z } from 'zod';

import { isRecord } from '../../core/values/is-record';
import { parseForm } from '../exact-json';
import type { FilledLine } from '../read-jsonl';
import { parseRow, rowError } from '../row-error';
import type { JsonRow } from '../row-error';
import { isPrediction, sampleOfPrediction } from './predictions';
import type { WrittenSample } from './written-sample';

const oneText = z.string('expected a text; for several samples repeat the row').nullish();

/** What evaluators read, then what recorded generations hold; other columns are left as they are. */
const SampleRow = z.object({
  task_id: z.union([z.string().min(1), z.int().transform(String)], 'expected the id of a problem'),
  solution: oneText,
  completion: oneText,
  /** Of one problem, each to be put behind its prompt. */
  completions: z.array(z.string(), 'expected a list of texts').nullish(),
  /** A whole program. */
  program: oneText,
});

/** `solution`, else `completion`, `completions`, `program`. @throws UsageError naming file, line and field */
export function samplesOfRow({ line, text }: FilledLine, file: string): readonly WrittenSample[] {
  const value = rowIn(text, { file, line });
  if (isPrediction(value) && !('task_id' in value)) {
    return [sampleOfPrediction({ line, value }, file)];
  }
  const fields = parseRow(SampleRow, { line, value }, file);
  const names = [fields.task_id] as const;
  const solution = fields.solution ?? null;
  if (solution !== null) return [{ names, form: 'solution', text: solution, row: text }];
  const { completion, completions, program } = fields;
  if (typeof completion === 'string')
    return [{ names, form: 'completion', text: completion, row: text }];
  if (completions !== undefined && completions !== null)
    return completions.map((one) => ({ names, form: 'completion', text: one, row: null }));
  if (typeof program === 'string') return [{ names, form: 'solution', text: program, row: text }];
  throw rowError(
    { file, line },
    `has no program: solution, completion, completions and program are missing or null (found ${Object.keys(value).slice(0, 20).join(', ').slice(0, 300)})`,
    'Give each row a "solution" (a whole program) or a "completion" (what goes on behind the prompt)',
  );
}

/** Python writes NaN and infinities into columns that nobody here reads. */
function rowIn(
  text: string,
  place: { readonly file: string; readonly line: number },
): JsonRow['value'] {
  const value = jsonIn(text, place);
  if (isRecord(value)) return value;
  throw rowError(
    place,
    `is ${Array.isArray(value) ? 'a list' : 'a single value'}, not a JSON object`,
    'Put one JSON object on each line, without a list around them',
  );
}

function jsonIn(text: string, place: { readonly file: string; readonly line: number }): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    try {
      return parseForm(text);
    } catch {
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
      throw rowError(place, `is not JSON (${reason})`, 'Put one JSON object on each line');
    }
  }
}
