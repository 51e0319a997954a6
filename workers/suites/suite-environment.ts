import {
  environmentRoots,
  environmentShape,
  openEnvironment,
} from '../../activities/environment/open-environment';
import type { EnvironmentStore } from '../../core/ports/environment';
import { usualJobLimits } from '../../core/adapters/repository';
import type { RepositoryCell, RepositoryHost } from '../../core/adapters/repository';
import { environmentIdentity } from '../../core/repository/environment-identity';
import { EnvironmentRecord } from '../../core/schemas/environment';
import { Definition } from '../../core/schemas/environment-definition';
import { encodeTar } from '../../repositories/tar';
import { filesOf } from './read-suites';
import { sha256Of } from '../sha256-of';

/** The package of a suite, as an installation would leave it: it has no build, and needs nothing. */
export interface SuiteEnvironment {
  readonly record: EnvironmentRecord;
  readonly open: (alone?: boolean) => Promise<RepositoryCell>;
  readonly definitions: readonly Definition[];
}

export interface SuitePlace {
  readonly host: RepositoryHost;
  readonly environments: EnvironmentStore;
  /** sha256 of the tar with what our jobs need. */
  readonly tools: () => Promise<string>;
}

export async function suiteEnvironment(
  { host, environments, tools }: SuitePlace,
  folder: string,
): Promise<SuiteEnvironment> {
  const files = [...filesOf(folder)];
  const kept = async (root: string): Promise<string> => {
    const entries = files.map(([path, text]) => ({
      ...({
        kind: 'file',
        path: `${root}${path}`,
        executable: false,
        content: Buffer.from(text),
      } as const),
    }));
    return (await environments.putArchive(inOrder(encodeTar(entries)))).sha256;
  };
  const [installed, snapshot] = [await kept('project/'), await kept('')];
  const archives = { installed, snapshot, tools: await tools() };
  const bare = await host.open({ archives: [], shape: environmentShape });
  await bare.close();
  const { python } = bare.place;
  const record = EnvironmentRecord.parse({
    repository: {
      input: { kind: 'path', path: folder },
      ...{ name: 'suite', commit: null, tree: snapshot, licence: null },
    },
    sha256: sha256Of(environmentIdentity({ archives, python })),
    ...{ archives, python, packages: {}, rung: 0, attempts: [], lacks: [] },
    lock: sha256Of(''),
    modules: { importable: 0, total: 0 },
  });
  await environments.saveEnvironment(record);
  const open = (alone?: boolean): Promise<RepositoryCell> =>
    openEnvironment({ environments, repositories: async () => host }, record, undefined, alone);
  const cell = await open();
  try {
    return { record, open, definitions: await definitionsOf(cell) };
  } finally {
    await cell.close();
  }
}

async function definitionsOf(cell: RepositoryCell): Promise<readonly Definition[]> {
  const { source, project } = environmentRoots;
  const { end, records } = await cell.run(
    { module: 'extract', request: { roots: { source, project } } },
    { limits: usualJobLimits, walls: 'strict' },
  );
  if (end.kind !== 'finished') throw new Error(`extract: ${JSON.stringify(end)}`);
  return records
    .filter(({ record }) => record === 'definition')
    .map((record) => Definition.parse(record));
}

async function* inOrder(pieces: Iterable<Buffer>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield piece;
}
