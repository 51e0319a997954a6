import type { Store } from '../../../core/ports/records';
import type { InstanceFault } from '../../../core/repository/instance-checks';
import type { Instance } from '../../../core/schemas/environment-instance';
import { checkInstances } from '../../../lab/environments/check-instances';
import { acceptedOf } from '../../../report/environments/export/export-environments';
import {
  findEnvironmentRun,
  loadRepositories,
} from '../../../report/environments/load-repositories';
import { openRepositoryCells } from '../../../sandbox';
import { environmentRecord } from '../../fakes/environment-samples';
import { describeWithSandbox } from '../../prerequisites';
import {
  clampSource,
  runId,
  smallEnvironment,
  smallHash,
} from '../../report/environments/small-environment';
import { tarOf } from '../../sandbox/real/tar';

const above = '# above\n'.repeat(9);
const whole = `${above}${clampSource}\n\nEND = 1\n`;

async function put(store: Store, files: Readonly<Record<string, string>>): Promise<string> {
  const bytes = tarOf(Object.entries(files).map(([name, content]) => ({ name, content })));
  const { sha256 } = await store.environments.putArchive(
    (async function* () {
      yield bytes;
    })(),
  );
  return sha256;
}

const withStub =
  (said: string) =>
  (instance: Instance): Instance => {
    const { definition } = instance;
    return {
      ...instance,
      definition: { ...definition, stub: definition.stub.replace('Clamps.', said) },
    };
  };

/** What is found when this lies beside the module in the installed tree. */
async function faultsWith(
  files: Readonly<Record<string, string>>,
  change: (instance: Instance) => Instance = (instance) => instance,
): Promise<readonly string[]> {
  const store = await smallEnvironment();
  const archives = {
    installed: await put(store, { 'project/pkg/m.py': whole, ...files }),
    snapshot: await put(store, { 'pkg/m.py': whole }),
    tools: '0'.repeat(64),
  };
  const host = await openRepositoryCells({ backend: 'bubblewrap', stateLabel: 'check', slots: 1 });
  try {
    const cell = await host.open({
      archives: [],
      shape: { memoryMb: 64, filesMb: 1, scratchMb: 1 },
    });
    await cell.close();
    const { python } = cell.place;
    const record = environmentRecord({ sha256: smallHash, archives, python });
    await store.environments.saveEnvironment(record);
    const repositories = await loadRepositories(store, await findEnvironmentRun(store, runId));
    const [built] = await acceptedOf(store, repositories);
    if (built === undefined) throw new Error('nothing was accepted');
    const { faults, inCells } = await checkInstances({
      ...{ store, host, note: () => undefined },
      instances: [change(built.instance)],
      text: (sha256) => store.blobs.get(sha256).catch(() => null),
    });
    expect(inCells).toBe(1);
    return faults.map(({ check, words }: InstanceFault) => `${check}: ${words}`);
  } finally {
    await host.close();
  }
}

describeWithSandbox('an instance in a cell that holds its repository', () => {
  it('has no fault when the body can be taken out and nothing else is touched', async () => {
    expect(await faultsWith({})).toEqual([]);
  }, 60_000);

  it('has one when something compiled of it would stay', async () => {
    const faults = await faultsWith({ 'project/pkg/m.cpython-311-x86_64-linux-gnu.so': 'x' });
    expect(faults).toEqual([
      'copies: project/pkg/m.cpython-311-x86_64-linux-gnu.so has a copy of it: compiled',
    ]);
  }, 60_000);

  it('has one when its stub is not that of the repository', async () => {
    const faults = await faultsWith({}, withStub('Holds.'));
    expect(faults).toContain('stub: the stub is not the one of the repository');
  }, 60_000);

  it('has the stub that is made with its refined docstring, and no other', async () => {
    const refined = (said: string) => (instance: Instance) => ({
      ...withStub(said)(instance),
      docstring: { text: 'Holds.', by: 'refined' as const, faults: [] },
    });
    expect(await faultsWith({}, refined('Holds.'))).toEqual([]);
    expect(await faultsWith({}, refined('Clamps.'))).toContain(
      'stub: the stub is not the one of the repository',
    );
  }, 120_000);
});
