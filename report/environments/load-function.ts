import type { CaseRecord } from '../../core/python-values/case-record';
import { caseRecordOf } from '../../core/python-values/case-record';
import { FunctionSlice } from '../../core/schemas/environment-built';
import type {
  BuiltHarness,
  CoverageMarks,
  StepNote,
  Survivor,
} from '../../core/schemas/environment-built';
import type { Definition } from '../../core/schemas/environment-definition';
import type { FunnelEntry } from '../../core/schemas/environment-funnel';
import { loadBuilt, loadStepNotes } from './load-repositories';
import type { EnvironmentRecords, LoadedRepository } from './load-repositories';
import type { SliceFragment } from '../../core/schemas/slice-fragment';
import { idMeant } from './shortened-id';
import type { SourceText } from './source-lines';

/** One function of a repository, with everything that is known of it. */
export interface LoadedFunction {
  readonly repository: LoadedRepository;
  readonly entry: FunnelEntry;
  /** null: the environment has none of this id, or there is no environment. */
  readonly definition: Definition | null;
  readonly notes: readonly StepNote[];
  /** null: it was not accepted. */
  readonly built: BuiltHarness | null;
  /** Of each part the records of its cases; none: it was not accepted. */
  readonly expected: readonly (readonly CaseRecord[])[];
  /** Its whole lines; null: nothing was read of it yet. */
  readonly source: SourceText | null;
  /** What it depends on. */
  readonly fragments: readonly SliceFragment[];
  /** Of the harness, or of the last cases that were measured; null: none were. */
  readonly coverage: CoverageMarks | null;
  readonly survivors: readonly Survivor[];
}

/**
 * @param given id of a function, or as much of it as no other function of these repositories has; the repository's id and
 * `::` may stand before it
 * @throws UsageError (`FUNCTION_UNKNOWN`, `FUNCTION_AMBIGUOUS`)
 */
export async function findFunction(
  store: EnvironmentRecords,
  repositories: readonly LoadedRepository[],
  given: string,
): Promise<LoadedFunction> {
  const several = repositories.length > 1;
  const places = repositories.flatMap((repository) =>
    repository.functions.map(({ entry }) => ({
      id: several ? `${repository.id}::${entry.id}` : entry.id,
      repository,
      entry,
    })),
  );
  const [only] = repositories;
  const short =
    !several && only !== undefined && given.startsWith(`${only.id}::`)
      ? given.slice(only.id.length + 2)
      : given;
  const id = idMeant(
    places.map((place) => place.id),
    short,
    {
      what: 'function',
      code: { unknown: 'FUNCTION_UNKNOWN', ambiguous: 'FUNCTION_AMBIGUOUS' },
      remedy:
        '`espalier env list RUN` lists the functions of a run, `espalier env show RUN` its repositories',
    },
  );
  const found = places.find((place) => place.id === id);
  if (found === undefined) throw new RangeError(id);
  return loadFunction(store, found.repository, found.entry);
}

async function loadFunction(
  store: EnvironmentRecords,
  repository: LoadedRepository,
  entry: FunnelEntry,
): Promise<LoadedFunction> {
  const sha256 = repository.environment?.sha256 ?? null;
  const [definition, notes, built] = await Promise.all([
    sha256 === null ? null : store.environments.definition(sha256, entry.id),
    loadStepNotes(store, repository, entry.id),
    entry.stage === 'accepted' ? loadBuilt(store, entry.harness) : null,
  ]);
  const named = notes.find((note) => note.slice !== undefined)?.slice;
  const [own, ...fragments] =
    named === undefined ? [] : FunctionSlice.parse(JSON.parse(await store.blobs.get(named)));
  return {
    ...{ repository, entry, definition, notes, built },
    expected: built === null ? [] : readExpected(await store.blobs.get(built.instance.expected)),
    source: built === null ? sourceOf(own) : sourceOfBuilt(built),
    fragments: built?.instance.contexts.dependency.slice(1) ?? fragments,
    coverage: built?.coverage ?? lastOf(notes, ({ coverage }) => coverage) ?? null,
    survivors: built?.survivors ?? lastOf(notes, ({ survivors }) => survivors) ?? [],
  };
}

/** Stored records of the original, part by part. */
export function readExpected(text: string): readonly (readonly CaseRecord[])[] {
  const told = JSON.parse(text) as readonly (readonly unknown[])[];
  return told.map((part) => part.flatMap((record) => caseRecordOf(record) ?? []));
}

function sourceOf(own: SliceFragment | undefined): SourceText | null {
  return own === undefined
    ? null
    : { path: own.path, first: own.lines.first, text: own.indent + own.text };
}

function sourceOfBuilt({ instance: { definition } }: BuiltHarness): SourceText {
  const { path, lines, source: text } = definition;
  return { path, first: lines.first, text };
}

function lastOf<Found>(
  notes: readonly StepNote[],
  read: (note: StepNote) => Found | undefined,
): Found | undefined {
  return notes
    .map(read)
    .filter((one) => one !== undefined)
    .at(-1);
}
