import { Readable } from 'node:stream';

import { stepKey } from '../../../../activities/environment/repository/step-key';
import { TaskEnvironments } from '../../../../activities/environment/task/task-environments';
import type { TaskEnvironmentParts } from '../../../../activities/environment/task/task-environments';
import type { Store } from '../../../../core/ports/records';
import type { TaskSource } from '../../../../core/schemas/patch-task';
import { encodeTar } from '../../../../repositories';
import { environmentRecord } from '../../../fakes/environment-samples';
import { createStoreFolder, type StoreFolder } from '../../../store/store-folder';
import { answeredJobs, finished } from '../answered-jobs';

let here: StoreFolder;
beforeEach(() => (here = createStoreFolder()));
afterEach(() => here.dispose());

const source: TaskSource = {
  ...{ repository: 'local/pkg', address: '/no/clone', commit: 'b'.repeat(40), until: null },
  ...{ python: null, requirements: [], image: 'pkg:1' },
};
const content = Buffer.from('x = 1\n');
const tree = [
  { path: 'testbed/pkg.py', kind: 'file' as const, executable: false, content },
  { path: 'testbed/setup.py', kind: 'file' as const, executable: false, content },
];
const place = { provider: 'bubblewrap', place: 'x', python: '3', tools: 't' };
const image = `sha256:${'a'.repeat(64)}`;

/** Environments whose only image comes and goes, and what an audit of them finds. */
async function world(mostBytes?: number) {
  let now = 0;
  const store: Store = await here.open({ clock: () => now });
  const state = { isHere: false, findings: [] as { path: string; why: string }[] };
  const { host, asked } = answeredJobs({
    check_interpreter: () => ({ end: finished({ version: '3.11.7', said: '' }) }),
    audit_history: () => ({
      end: finished({ findings: state.findings }),
    }),
  });
  const parts = {
    ...{ store, repositories: () => Promise.resolve(host), diskBytes: mostBytes },
    place: () => Promise.resolve(place),
    now: () => now,
    pythons: { of: () => Promise.resolve({ kind: 'cell' }) },
    images: {
      bring: async () =>
        state.isHere ? { kind: 'here', id: image } : { kind: 'none', why: 'no such image' },
      has: async () => state.isHere,
      readFolder: async function* () {
        yield Buffer.concat([...encodeTar(tree)]);
      },
    },
  } as unknown as TaskEnvironmentParts;
  const jobs = () => asked.map(({ module }) => module);
  const later = (ms: number) => (now += ms);
  return { environments: new TaskEnvironments(parts), store, state, jobs, later };
}

describe('the environment of a task', () => {
  it('is installed here without its image, and is the image once that can be had', async () => {
    const { environments, store, state, later } = await world();
    const { sha256: archive } = await store.environments.putArchive(Readable.from([content]));
    const archives = { installed: archive, snapshot: archive, tools: archive };
    const built = environmentRecord({ sha256: 'c'.repeat(64), archives });
    await store.environments.saveEnvironment(built);
    const key = stepKey('task-environment', { source: { ...source, image: null }, place });
    await store.environments.saveStep(key, { environment: built.sha256 });
    expect(await environments.of(source)).toEqual(built);
    state.isHere = true;
    // It is not tried again at once: a registry may take minutes to say no.
    expect(await environments.of(source)).toEqual(built);
    later(15 * 60 * 1000);
    expect((await environments.of(source)).image).toMatchObject({ id: image });
  });

  it('says why it can neither be had in its image nor be installed, and tries both again', async () => {
    const { environments, state, later } = await world();
    await expect(environments.of(source)).rejects.toMatchObject({
      message: expect.stringMatching(
        /pkg:1: no such image; it cannot be built here either.*no\/clone/,
      ) as string,
    });
    state.isHere = true;
    later(15 * 60 * 1000);
    expect((await environments.of(source)).image).toMatchObject({ id: image });
  });

  it('is refused if it holds what comes after its commit', async () => {
    const { environments, state } = await world();
    state.isHere = true;
    state.findings = [{ path: 'image/x/.git', why: 'a git directory' }];
    await expect(environments.of(source)).rejects.toThrow('image/x/.git: a git directory');
    await expect(environments.of(source)).rejects.toThrow('image/x/.git: a git directory');
  });

  it('is found again, and made again where its archives were evicted', async () => {
    const { environments, store, state, jobs, later } = await world();
    state.isHere = true;
    const first = await environments.of(source);
    expect(await environments.of(source)).toEqual(first);
    expect(jobs()).toEqual(['check_interpreter', 'audit_history']);
    later(10);
    const rule = { mostBytes: 0, unusedForMs: 1 };
    expect(await store.environments.evictTaskEnvironments(rule)).toEqual([first.sha256]);
    expect(await store.environments.hasArchive(first.archives.snapshot)).toBe(false);
    expect(await environments.of(source)).toEqual(first);
    expect(await store.environments.hasArchive(first.archives.snapshot)).toBe(true);
    expect(jobs().filter((one) => one === 'check_interpreter')).toHaveLength(2);
  });
});
