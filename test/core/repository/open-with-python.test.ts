import { openEnvironment } from '../../../activities/environment/open-environment';
import type { RepositoryHost } from '../../../core/adapters/repository';
import type { HarnessTask } from '../../../core/adapters/sandbox';
import { openWithPython } from '../../../core/repository/open-with-python';
import { HarnessCells } from '../../../sandbox/harness/harness-cells';
import { environmentRecord } from '../../fakes/environment-samples';
import { createMemoryStore } from '../../fakes/memory-store';

const differs = { code: 'PYTHON_DIFFERS', fate: 'pauses-run', exitCode: 3 };
const record = environmentRecord({ python: '3.11.7' });
const wish = { archives: [], shape: { memoryMb: 1, filesMb: 1, scratchMb: 1 } };

/** Whose cells have this Python; nothing is run in one. */
function hostOf(python: string) {
  const cells = { open: 0 };
  const open: RepositoryHost['open'] = async () => {
    cells.open += 1;
    return {
      place: { provider: 'bubblewrap', place: 'here', python, tools: 't' },
      run: () => Promise.reject(new Error('a job was run')),
      close: async () => {
        cells.open -= 1;
      },
    };
  };
  return { cells, open };
}

describe('an environment is opened with the Python that it was built for', () => {
  it.each(['3.12.7', '3.11.6', '3.1.17'])('and not with %s', async (python) => {
    const host = hostOf(python);
    await expect(openWithPython(host, record, wish)).rejects.toMatchObject(differs);
    expect(host.cells.open).toBe(0);
  });

  it.each(['3.11.7', '3.11.7rc1'])('that calls itself %s', async (python) => {
    const cell = await openWithPython(hostOf(python), record, wish);
    expect(cell.place.python).toBe(python);
  });

  it('for the steps that build its harnesses', async () => {
    const { environments } = createMemoryStore();
    const repositories = (): Promise<RepositoryHost> => Promise.resolve(hostOf('3.12.7'));
    await expect(openEnvironment({ environments, repositories }, record)).rejects.toMatchObject(
      differs,
    );
  });

  it('for candidates, whether or not the body was taken out of it before', async () => {
    const { environments } = createMemoryStore();
    await environments.saveEnvironment(record);
    const archive = { sha256: '5'.repeat(64), bytes: 1 };
    const known = { project: archive, rest: archive, tools: 't' };
    const task = {
      ...{ environment: record.sha256, target: { id: 'people/tools@c::pkg/m.py::clamp#1' } },
      limits: { memoryMb: 1, diskMb: 1 },
    } as unknown as HarnessTask;
    for (const findStep of [environments.findStep, () => Promise.resolve(known)]) {
      const host = (): Promise<RepositoryHost> => Promise.resolve(hostOf('3.12.7'));
      const store = { ...environments, findStep };
      const cells = new HarnessCells({ host, environments: store, tools: 't' });
      await expect(cells.run(task)).rejects.toMatchObject(differs);
    }
  });
});
