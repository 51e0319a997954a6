import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { UsageError } from '../../../core/errors/errors';

/** What a corpus calls an outcome. */
export const corpusWords = ['pass', 'fail', 'timeout', 'error'] as const;
export type CorpusWord = (typeof corpusWords)[number];

const word = z.enum(corpusWords);
const words = z.array(word).min(1);
/** A folder of programs is given by somebody: a name may not climb out of it. */
const fileName = z
  .string()
  .min(1)
  .refine((name) => !/[/\\\0]/.test(name) && name !== '.' && name !== '..', 'must be a file name');

const CorpusProgram = z.object({
  file: fileName,
  cls: z.string().default('program'),
  what: z.string().default(''),
  /** `call`: the test calls `entry`. `script`: run as `__main__`. */
  kind: z.enum(['call', 'script']).default('call'),
  entry: z.union([z.string(), z.array(z.string()).min(1)]).nullish(),
  /** Of a call: the hidden test. Of a script: the standard output it should have. */
  test: z.string().nullish(),
  stdin: z.string().nullish(),
  stdout: z.string().nullish(),
  /** Verdicts that a sound executor may give. */
  expect: z.preprocess((given) => (typeof given === 'string' ? [given] : given), words),
  fooled_if: word.nullish(),
  /** Seconds; of CPU as well, unless `cpu` says otherwise. */
  wall: z.number().positive().max(600).nullish(),
  /** Seconds of CPU time. */
  cpu: z.number().positive().max(600).nullish(),
  /** A further check after it: `no_survivors`, `tmp_empty`; all of them are always made. */
  after: z.union([z.string(), z.array(z.string())]).nullish(),
  /** Run it twice. `during`: beside a neighbour in another cell; else the second run finds what the first has left. */
  twice: z.union([z.boolean(), z.string(), words]).nullish(),
  /** With `twice: "during"`: the program of this manifest that runs meanwhile; absent: the same once more. */
  neighbour: fileName.nullish(),
  /** It passes at `objects`, where it is the witness for its own objects, and `note` says why plain Python lets it. */
  passes_at: z.literal('objects').nullish(),
  note: z.string().nullish(),
});
export type CorpusProgram = z.infer<typeof CorpusProgram>;

const Manifest = z.object({
  token: z.string().min(8),
  about: z.string().optional(),
  programs: z.array(z.unknown()).min(1, 'holds no programs'),
});

/** A program of a corpus, with its bytes. */
export interface LoadedProgram extends CorpusProgram {
  readonly source: Buffer;
  /** What runs in another cell meanwhile; null: nothing. */
  readonly beside: LoadedProgram | null;
}

export interface Corpus {
  readonly folder: string;
  /** Stands in every hidden test and must reach no program. */
  readonly token: string;
  readonly programs: readonly LoadedProgram[];
}

function refuse(file: string, problem: string, cause?: unknown): UsageError {
  return new UsageError(
    `${file}: ${problem}`,
    'Give a folder with a manifest.json: {"token", "programs": [{"file", "kind", "entry", "test", "expect", "fooled_if", "wall", "cpu"}]}',
    { code: 'BAD_MANIFEST', ...(cause === undefined ? {} : { cause }) },
  );
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? message})`;
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw refuse(file, reasonOf(cause), cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse(file, `is not JSON (${(cause as Error).message.slice(0, 200)})`, cause);
  }
}

function issueText(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return path === '' ? (issue?.message ?? 'is invalid') : `field ${path}: ${issue?.message ?? ''}`;
}

function parseProgram(file: string, row: unknown, index: number): CorpusProgram {
  const parsed = CorpusProgram.safeParse(row);
  const named = z.object({ file: z.string() }).safeParse(row);
  const name = named.success ? named.data.file : `program ${index}`;
  if (!parsed.success)
    throw refuse(file, `programs[${index}] (${name}): ${issueText(parsed.error)}`);
  const { data } = parsed;
  const isCall = data.kind === 'call';
  if (isCall && (data.entry ?? '') === '') {
    throw refuse(
      file,
      `programs[${index}] (${name}): field entry: a call names what the test calls`,
    );
  }
  if (isCall && typeof data.test !== 'string') {
    throw refuse(file, `programs[${index}] (${name}): field test: a call has a test`);
  }
  return data;
}

function requireFolder(folder: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    throw refuse(folder, reasonOf(cause), cause);
  }
  throw refuse(folder, 'is not a folder');
}

/** `only` keeps the named files (with or without `.py`). @throws UsageError (`BAD_MANIFEST`) naming file and field */
export function readCorpus(folder: string, only: readonly string[] = []): Corpus {
  requireFolder(folder);
  const file = join(folder, 'manifest.json');
  const parsed = Manifest.safeParse(readJson(file));
  if (!parsed.success) throw refuse(file, issueText(parsed.error));
  const all = parsed.data.programs.map((row, index) => parseProgram(file, row, index));
  for (const name of only) {
    if (all.some((one) => isNamed(one, name))) continue;
    throw new UsageError(
      `${file} names no program ${JSON.stringify(name)}`,
      'Name files of the manifest, as a,b,c',
      { code: 'BAD_FLAG' },
    );
  }
  const wanted =
    only.length === 0 ? all : all.filter((one) => only.some((name) => isNamed(one, name)));
  return {
    folder,
    token: parsed.data.token,
    programs: wanted.map((one) => loaded(folder, one, all)),
  };
}

function loaded(
  folder: string,
  program: CorpusProgram,
  all: readonly CorpusProgram[],
): LoadedProgram {
  const source = readSource(join(folder, program.file));
  const alone = { ...program, source, beside: null };
  if (program.twice !== 'during') return alone;
  const { file, neighbour } = program;
  if (neighbour === undefined || neighbour === null) return { ...alone, beside: alone };
  const other = all.find((one) => one.file === neighbour);
  if (other === undefined) {
    throw refuse(
      join(folder, 'manifest.json'),
      `program ${file}: field neighbour: names no program of this manifest`,
    );
  }
  return { ...alone, beside: loaded(folder, { ...other, twice: null }, all) };
}

function isNamed({ file }: CorpusProgram, name: string): boolean {
  return file === name || file === `${name}.py`;
}

/** As bytes: a byte-order mark, another encoding and NUL are what some programs are about. */
function readSource(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw refuse(file, reasonOf(cause), cause);
  }
}
