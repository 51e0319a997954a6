import { inflateSync } from 'node:zlib';

import { z } from 'zod';

import type { ReadProblem } from './dataset-rows';
import { parseExactly } from './exact-json';
import { functionProblem, scriptProblem } from './paired-tests';
import type { CalledResult, RowSource, TestColumn } from './paired-tests';
import { pickledText } from './pickled-text';
import { parseRow, rowError } from './row-error';
import type { JsonRow } from './row-error';
import { filledText, pythonName, taskId, text } from './row-fields';

/** As published for code generation, in any release. */
const LiveCodeBenchRow = z.object({
  question_id: z.union([z.int().nonnegative().transform(String), taskId]),
  question_content: filledText,
  starter_code: text.nullish(),
  /** JSON texts; the private ones may be packed. */
  public_test_cases: z.string(),
  private_test_cases: z.string(),
  metadata: z.string().nullish(),
});

const Tests = z.array(
  z.object({ input: z.string(), output: z.string(), testtype: z.enum(['stdin', 'functional']) }),
);
type Tests = z.infer<typeof Tests>;

const Metadata = z.object({ func_name: pythonName.nullish() });

/** A row's private tests, unpacked. */
const maxUnpackedBytes = 256 * 1024 * 1024;

type Place = Parameters<typeof rowError>[0];

/**
 * Tests of type `stdin` ask for a whole program, `functional` ones for the function in `metadata`, a method where the starter
 * begins a `class Solution`. Public tests are visible; all are the hidden check.
 * @throws UsageError naming file, line or row, and field.
 */
export function liveCodeBenchProblem(row: JsonRow, source: RowSource): ReadProblem {
  const fields = parseRow(LiveCodeBenchRow, row, source.file);
  const place = (field: string): Place => {
    return { file: source.file, line: row.line, unit: row.unit, field };
  };
  const shown = testsIn(fields.public_test_cases, place('public_test_cases'));
  const others = testsIn(
    unpacked(fields.private_test_cases, place('private_test_cases')),
    place('private_test_cases'),
  );
  const types = new Set([...shown, ...others].map(({ testtype }) => testtype));
  if (types.size !== 1) {
    throw rowError(
      place('private_test_cases'),
      types.size === 0 ? 'and public_test_cases hold no tests' : 'holds tests of both types',
      'Copy or download the file again, or remove the row',
    );
  }
  const visible: TestColumn = { field: 'public_test_cases', pairs: shown };
  const task = {
    id: fields.question_id,
    statement: fields.question_content,
    visible: [visible],
    hidden: [visible, { field: 'private_test_cases', pairs: others }],
  };
  const starter = fields.starter_code ?? '';
  if (types.has('stdin')) return scriptProblem(task, row, source, { tooLong: 'leave-out' });
  const functionName = functionIn(fields.metadata, place('metadata'));
  return functionProblem({ ...task, starter, functionName, resultOf }, row, source);
}

/** The JSON text itself, or what is packed as `base64(zlib(pickle(text)))`. @throws UsageError */
function unpacked(given: string, place: Place): string {
  if (given.trimStart().startsWith('[')) return given;
  try {
    const bytes = inflateSync(Buffer.from(given, 'base64'), { maxOutputLength: maxUnpackedBytes });
    const found = pickledText(bytes);
    if (found !== null) return found;
  } catch {
    // Said below, like a pickle of something else.
  }
  throw rowError(
    place,
    'is neither a JSON list nor one that is packed as LiveCodeBench packs it (base64 of zlib of the pickle of one text)',
    'Copy or download the file again',
  );
}

/** @throws UsageError */
function testsIn(given: string, place: Place): Tests {
  const tests = Tests.safeParse(jsonIn(given));
  if (tests.success) return tests.data;
  throw rowError(
    place,
    'holds no JSON list of {input, output, testtype: stdin or functional}',
    'Copy or download the file again',
  );
}

/** @throws UsageError */
function functionIn(given: string | null | undefined, place: Place): string {
  const name = Metadata.safeParse(jsonIn(given ?? '')).data?.func_name;
  if (typeof name === 'string') return name;
  throw rowError(
    place,
    'names no function (func_name), which the tests of type functional call',
    'Copy or download the file again, or remove the row',
  );
}

/** undefined: it is not JSON. */
function jsonIn(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** A result is a JSON text. @throws UsageError */
function resultOf(output: unknown, place: Place): CalledResult {
  try {
    return { result: parseExactly(String(output)) };
  } catch {
    throw rowError(
      place,
      'expects a result that is no JSON',
      'Give the result as JSON, or leave this test out',
    );
  }
}
