import { z } from 'zod';

import type { TestRunner } from '../../core/schemas/patch-task';
import { filledLines, readJsonl, readUnpacked } from '../read-jsonl';
import { parseRow, rowError } from '../row-error';
import type { JsonRow } from '../row-error';
import { requirementLines } from './requirement-lines';
import type { RepositoryTask } from './repository-task';
import { testRunnerOf } from './test-command';

/** What a person says of the environment of a task. null: nothing. */
export interface SaidSpec {
  readonly python: string | null;
  readonly requirements: readonly string[] | null;
  readonly runner: TestRunner | null;
}

/** Of a task: by its id, else by its repository and version, else by its repository. */
export type TaskSpecs = (task: Pick<RepositoryTask, 'id' | 'repository' | 'version'>) => SaidSpec;

/** Columns of a TSV file that stand for a member, the first that is filled. The second names are of `offline.tsv`. */
const columns = {
  instance_id: ['instance_id'],
  repo: ['repo', 'repository'],
  version: ['version'],
  python: ['python', 'python_of_harness'],
  requirements: ['requirements', 'pip_of_harness'],
  test_command: ['test_command', 'test_cmd'],
} as const;
type Column = keyof typeof columns;

const optional = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((text) =>
    text === null || text === undefined || text.trim() === '' ? null : text.trim(),
  );
const Spec = z.object({
  instance_id: optional,
  repo: optional,
  version: optional,
  python: optional.pipe(
    z
      .string()
      .regex(/^\d+\.\d+(\.\d+)?$/, 'is not a version of Python')
      .nullable(),
  ),
  requirements: z.union([z.array(z.string()), optional]),
  test_command: optional,
});

const nothing: SaidSpec = { python: null, requirements: null, runner: null };

/**
 * A file of JSON Lines, or of TSV with a head, that says the version of Python, the requirements and the test command of tasks.
 * Other columns are passed over. @throws UsageError naming file, line and field
 */
export async function readTaskSpecs(file: string): Promise<TaskSpecs> {
  const rows = await rowsOf(file);
  const specs = new Map<string, SaidSpec>();
  for (const row of rows) {
    const { instance_id: id, repo, version, ...said } = parseRow(Spec, row, file);
    const place = { file, line: row.line, unit: row.unit };
    if (id === null && repo === null) {
      throw rowError(place, 'names no task', 'Give instance_id, or repo and version');
    }
    const key = id ?? ofRepository(repo ?? '', version);
    if (!specs.has(key)) specs.set(key, specOf(said, place));
  }
  return ({ id, repository, version }) =>
    specs.get(id) ??
    specs.get(ofRepository(repository, version)) ??
    specs.get(ofRepository(repository, null)) ??
    nothing;
}

/** No id of a task holds a space. */
function ofRepository(repository: string, version: string | null): string {
  return `${repository} ${version ?? ''}`;
}

function specOf(
  {
    python,
    requirements,
    test_command: command,
  }: Pick<z.output<typeof Spec>, 'python' | 'requirements' | 'test_command'>,
  place: { readonly file: string; readonly line: number; readonly unit: 'row' | undefined },
): SaidSpec {
  const runner = command === null ? null : testRunnerOf(command);
  if (command !== null && runner === null) {
    throw rowError(
      { ...place, field: 'test_command' },
      `${JSON.stringify(command)} is neither pytest nor a script of the repository`,
      'Give one command: `pytest …`, `python -m pytest …`, or `path/of/script …`',
    );
  }
  return {
    python,
    requirements: requirements === null ? null : requirementLines(requirements),
    runner,
  };
}

async function rowsOf(file: string): Promise<readonly JsonRow[]> {
  return /\.tsv(\.gz)?$/.test(file) ? tsvRows(file) : readJsonl(file);
}

async function tsvRows(file: string): Promise<readonly JsonRow[]> {
  const [head, ...lines] = filledLines(await readUnpacked(file), file);
  const names = (head?.text ?? '').split('\t').map((name) => name.trim());
  return lines.map(({ line, text }) => {
    const cells = text.split('\t');
    const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
    const value = Object.fromEntries(
      Object.entries(columns).map(([member, from]: [string, readonly string[]]) => [
        member as Column,
        from.map(cell).find((one) => one !== '') ?? null,
      ]),
    );
    return { line, value };
  });
}
