import { z } from 'zod';

import type {
  RepositoryCell,
  RepositoryHost,
  RepositoryShape,
} from '../../core/adapters/repository';
import { usualJobLimits } from '../../core/adapters/repository';
import type { Store } from '../../core/ports/records';
import { instanceFaults } from '../../core/repository/instance-checks';
import type { InstanceFault, InstanceMaterials } from '../../core/repository/instance-checks';
import { openWithPython } from '../../core/repository/open-with-python';
import { interpreterOf } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import { storedArchive } from '../../core/work/stored-archive';
import type { EnvironmentRecord } from '../../core/schemas/environment';
import type { Instance } from '../../core/schemas/environment-instance';
import { readExpected } from '../../report/environments/load-function';
import { runSettled } from './run-settled';

export interface CheckedInstances {
  readonly instances: number;
  /** Number of instances that were checked in a cell with their environment. */
  readonly inCells: number;
  readonly faults: readonly InstanceFault[];
}

export interface InstanceCheck {
  readonly store: Store;
  readonly instances: readonly Instance[];
  /** A stored text by its sha256; null: it is not there. */
  readonly text: (sha256: string) => Promise<string | null>;
  /** null: only checks that need no cell. */
  readonly host: RepositoryHost | null;
  readonly note: (text: string) => void;
}

const shape: RepositoryShape = { memoryMb: 2_048, filesMb: 4_096, scratchMb: 64 };
const limits = {
  ...usualJobLimits,
  ...{ wallMs: 600_000, cpuMs: 600_000, memoryMb: shape.memoryMb },
};

const Stubbed = z.object({
  check: z.object({
    parses: z.boolean(),
    headerKept: z.boolean(),
    docstringKept: z.boolean(),
    neighboursKept: z.boolean(),
  }),
});
const Documented = z.object({ stub: z.string() });
const Removed = z.object({ leaks: z.array(z.object({ path: z.string(), why: z.string() })) });

/**
 * Checks instances: records and provenance are complete, and nothing given to a candidate contains the body. In a cell with
 * the repository, it also checks that the body can be removed, that nothing else changes, and that no copy of it remains,
 * compiled, packed or in the history of a version control.
 * @throws what `openWithPython` and `runSettled` throw
 */
export async function checkInstances({
  store,
  instances,
  text,
  host,
  note,
}: InstanceCheck): Promise<CheckedInstances> {
  const faults: InstanceFault[] = [];
  for (const instance of instances) {
    faults.push(...instanceFaults(instance, await materialsOf(text, instance)));
  }
  if (host === null) return { instances: instances.length, inCells: 0, faults };
  let inCells = 0;
  for (const [sha256, own] of byEnvironment(instances)) {
    const record = await store.environments.environment(sha256);
    const missing = record === null || !(await hasArchives(store, record));
    if (missing) {
      const words = `its environment ${sha256} is not in this state folder`;
      faults.push(
        ...own.map(({ id }): InstanceFault => ({ instance: id, check: 'environment', words })),
      );
      continue;
    }
    note(`looking at ${String(own.length)} instances of ${record.repository.name}`);
    const cell = await openWhole(store, host, record);
    try {
      for (const instance of own) faults.push(...(await faultsInCell(cell, instance)));
    } finally {
      await cell.close();
    }
    inCells += own.length;
  }
  return { instances: instances.length, inCells, faults };
}

async function materialsOf(
  text: InstanceCheck['text'],
  instance: Instance,
): Promise<InstanceMaterials> {
  const hashes = instance.harness.parts.flatMap(({ blobs }) => Object.values(blobs));
  const pickled = new Map<string, string>();
  for (const sha256 of hashes) {
    const found = await text(sha256);
    if (found !== null) pickled.set(sha256, Buffer.from(found, 'base64').toString('latin1'));
  }
  const expected = await text(instance.expected);
  return { expected: expected === null ? null : readExpected(expected), pickled };
}

function byEnvironment(instances: readonly Instance[]): ReadonlyMap<string, readonly Instance[]> {
  const groups = new Map<string, Instance[]>();
  for (const instance of instances) {
    const { sha256 } = instance.environment;
    groups.set(sha256, [...(groups.get(sha256) ?? []), instance]);
  }
  return groups;
}

async function hasArchives(
  { environments }: Store,
  { archives }: EnvironmentRecord,
): Promise<boolean> {
  const { installed, snapshot } = archives;
  return (await environments.hasArchive(installed)) && (await environments.hasArchive(snapshot));
}

function openWhole(
  { environments }: Store,
  host: RepositoryHost,
  record: EnvironmentRecord,
): Promise<RepositoryCell> {
  const { installed, snapshot } = record.archives;
  const archives = [
    storedArchive(environments, installed),
    storedArchive(environments, snapshot, 'source'),
    ...interpreterArchive(environments, interpreterOf(record)),
  ];
  return openWithPython(host, record, { archives, shape });
}

async function faultsInCell(
  cell: RepositoryCell,
  instance: Instance,
): Promise<readonly InstanceFault[]> {
  const { path, qualname, stub } = instance.definition;
  const { text, by } = instance.docstring;
  const target = { path, qualname, n: Number(/#(\d+)$/u.exec(instance.id)?.[1] ?? 1) };
  const fault = (check: InstanceFault['check'], words: string): InstanceFault => ({
    instance: instance.id,
    check,
    words,
  });
  const stubs = await runSettled(
    cell,
    instance.id,
    {
      module: 'stubs',
      request: {
        roots: { source: '/srv/source' },
        operations: [
          { do: 'stub', ...target },
          { do: 'text', ...target },
          // A refined docstring differs from the docstring of the repository. The stub is made with the refined one.
          { do: 'document', ...target, docstring: text },
        ],
      },
    },
    { limits, walls: 'strict' },
  );
  const stubbed = Stubbed.safeParse(stubs.records[0]);
  const made = Documented.safeParse(stubs.records[by === 'refined' ? 2 : 1]).data?.stub;
  const faults = stubbed.success
    ? stubFaults(stubbed.data, made?.trimEnd() === stub.trimEnd()).map((words) =>
        fault('stub', words),
      )
    : [fault('stub', `no stub could be made: ${JSON.stringify(stubs.records[0] ?? stubs.end)}`)];
  const removal = await runSettled(
    cell,
    instance.id,
    { module: 'remove_body', request: { place: '/srv', target, archives: [] } },
    { limits, walls: 'strict' },
  );
  const removed =
    removal.end.kind === 'finished' ? Removed.safeParse(removal.end.record).data : undefined;
  if (removed === undefined) {
    return [...faults, fault('copies', `nobody could look for copies: ${removal.end.kind}`)];
  }
  return [
    ...faults,
    ...removed.leaks.map((leak) => fault('copies', `${leak.path} has a copy of it: ${leak.why}`)),
  ];
}

/** @param isOwn whether the stub of the instance is made from the definition of the repository */
function stubFaults({ check }: z.infer<typeof Stubbed>, isOwn: boolean): readonly string[] {
  return [
    ...(check.parses ? [] : ['the file without the body does not parse']),
    ...(check.headerKept ? [] : ['signature or decorators are not as they were']),
    ...(check.docstringKept ? [] : ['the docstring is not as it was']),
    ...(check.neighboursKept ? [] : ['what stands around it is not as it was']),
    ...(isOwn ? [] : ['the stub is not the one of the repository']),
  ];
}
