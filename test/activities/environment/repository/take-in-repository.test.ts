import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { RepositoryParts } from '../../../../activities/environment/repository/repository-parts';
import { takeInRepository } from '../../../../activities/environment/repository/take-in-repository';
import { createMemoryBlobs } from '../../../fakes/memory-blobs';
import { createMemoryEnvironments } from '../../../fakes/memory-environments';
import { noRepositories } from '../../../../laboratory/fakes/no-repositories';

it('a clone by https goes through the proxy, and one that lets nothing through is no answer of the repository', async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const input = { kind: 'git', url: 'https://git.example.invalid/owner/name' };
  const environment = { sources: { 'source-0': { input } }, indexUntil: null };
  const parts = {
    ...noRepositories,
    store: { blobs: createMemoryBlobs(), environments: createMemoryEnvironments() },
    contexts: { configOf: async () => ({ environment }) },
    proxyUrlFor: () => `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`,
  } as unknown as RepositoryParts;
  const attempt = { run: 'r', problem: 'source-0', sample: 0 };
  const { signal } = new AbortController();
  await expect(takeInRepository(parts, attempt as never, { signal })).rejects.toMatchObject({
    code: 'REPOSITORY_UNREACHABLE',
  });
  expect(asked).toEqual(['git.example.invalid:443']);
  proxy.close();
});
