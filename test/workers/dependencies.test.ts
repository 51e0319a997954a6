import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../config/settings';
import { callUse, modelRequest } from '../../laboratory/fakes/model-requests';
import { requestIdentity } from '../../llm';
import { createDependencies, type OpenDependencies } from '../../workers/dependencies';
import { isDeadLeaseOwner } from '../../workers/lease-owner';
import { cleanUp, scratchState } from '../engine/scratch-state';

let open: OpenDependencies | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
  await cleanUp([]);
});

async function opened(
  variables: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createDependencies>[1] = {},
) {
  const { root } = scratchState();
  const settings = readSettings({ ESPALIER_HOME: root, ...variables });
  open = await createDependencies(settings, options);
  return { root, dependencies: open };
}

const endpoint = { kind: 'endpoint', name: 'm', logicalEndpoint: 'https://a.test/v1' } as const;

describe('what a worker works with', () => {
  it('is the store of the state folder, and numbers of the settings', async () => {
    const { root, dependencies } = await opened({
      ...{ ESPALIER_HEARTBEAT_MS: '4321', ESPALIER_SANDBOX_SLOTS: '7' },
      https_proxy: 'http://proxy.test:3128',
    });
    expect(existsSync(join(root, 'store.sqlite'))).toBe(true);
    expect(dependencies).toMatchObject({ leaseMs: 4321, programsAtOnce: 7 });
    expect(dependencies.owner).toContain(String(process.pid));
    expect(isDeadLeaseOwner(dependencies.owner)).toBe(false);
    expect(dependencies.proxyUrlFor?.('https://pypi.test/simple')).toBe('http://proxy.test:3128/');
    expect(dependencies.proxyUrlFor?.('http://pypi.test/simple')).toBeUndefined();
  });

  it('is closed with its store, and is another owner when it is opened again', async () => {
    const first = await opened();
    await first.dependencies.close();
    await expect(first.dependencies.store.runs.runs()).rejects.toThrow();
    open = null;
    const again = await opened();
    expect(again.dependencies.owner).not.toBe(first.dependencies.owner);
  });

  it('asks the models of the settings', async () => {
    const variables = { OPENAI_BASE_URL: 'https://b.test/v1', OPENAI_API_KEY: 'sk-1' };
    const { dependencies } = await opened(variables);
    await expect(dependencies.modelClient(endpoint, 'r')).rejects.toMatchObject({
      code: 'ENDPOINT_NOT_CONFIGURED',
    });
    const own = { ...endpoint, logicalEndpoint: 'https://b.test/v1' };
    await expect(dependencies.modelClient(own, 'r')).resolves.toHaveProperty('send');
  });

  it('asks nobody where it is told to', async () => {
    const { dependencies } = await opened({}, { offline: true });
    const { send } = await dependencies.modelClient(endpoint, 'r');
    const request = modelRequest();
    await expect(
      send(request, { identity: requestIdentity(request), context: callUse().context }),
    ).rejects.toMatchObject({ code: 'NO_ANSWER_KEPT' });
  });

  it('opens a sandbox again where opening one has failed, and says what failed', async () => {
    const { dependencies } = await opened({
      ...{ ESPALIER_SANDBOX: 'docker', DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    });
    const failure = { code: expect.stringMatching(/^SANDBOX/) as string };
    for (const opening of [dependencies.sandbox, dependencies.repositories]) {
      await expect(opening()).rejects.toMatchObject(failure);
      await expect(opening()).rejects.toMatchObject(failure);
    }
    await dependencies.close();
    open = null;
  });
});
