import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { completion, sendJson, startEndpoint, type HttpEndpoint } from '../fakes/http-endpoint';
import { createHome, type EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { onlyRun } from '../../laboratory/home/journal';
import { withLogTails } from '../harness/log-tails';
import { bootMachine, runBecomes, startSupervisorAlone } from '../harness/simulated-boot';
import { rawFiles, storedTexts } from '../harness/stored-texts';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';

const longMs = 240_000;
const key = 'PlantedKeyInAFile7Lq2';
const program = '```python\ndef nothing():\n    return None\n```';

/** Answers after a while, so that something is left to do when the machine ends. */
function startSlowEndpoint(): Promise<HttpEndpoint> {
  return startEndpoint(({ path }, response) => {
    if (path.endsWith('/models')) {
      sendJson(response, { object: 'list', data: [{ id: 'slow', object: 'model' }] });
      return;
    }
    setTimeout(() => {
      sendJson(response, completion(program));
    }, 700);
  });
}

describeWithTemporal('a run on an endpoint whose key lies in a file', () => {
  describeWithSandbox('in a sandbox', () => {
    let endpoint: HttpEndpoint;
    let home: EspalierHome;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-key-'));
      endpoint = await startSlowEndpoint();
      const environment = {
        OPENAI_BASE_URL: endpoint.baseUrl,
        OPENAI_API_KEY_FILE: join(folder, 'key'),
      };
      home = createHome({ environment });
    });
    afterAll(async () => {
      await home.dispose();
      await endpoint.close();
      rmSync(folder, { recursive: true });
    }, longMs);

    const putKey = (mode: number): void => {
      writeFileSync(join(folder, 'key'), `${key}\n`, { mode });
    };
    const takeKey = (): void => {
      rmSync(join(folder, 'key'));
    };
    const start = [
      ...['run', 'start', '--dataset', 'bundled', '--limit', '4', '--model', 'slow'],
      ...['--method', 'direct', '--concurrency', '1', '--detach', '--json'],
    ];

    it('is not started with a file that others may read', async () => {
      putKey(0o644);
      const { code, stderr } = await home.run(...start);
      expect([code, stderr]).toEqual([2, expect.stringContaining('its mode 0644') as string]);
      expect(endpoint.received).toEqual([]);
      takeKey();
    });

    it(
      'waits for the key when a boot has taken it, and goes on once it is there, without a word',
      () =>
        withLogTails(home, async () => {
          putKey(0o600);
          expect((await home.run(...start)).code).toBe(0);
          const run = (await onlyRun(home)) ?? '';
          await eventually('the second question', () =>
            endpoint.received.length >= 3 ? true : null,
          );
          takeKey();
          await bootMachine(home);
          startSupervisorAlone(home);

          await runBecomes(home, run, ({ status }) => status === 'paused');
          const shown = await home.run('run', 'show', run);
          expect(shown.stdout).toMatch(/paused: waits for a key: OPENAI_API_KEY_FILE=\S+: ENOENT/);

          putKey(0o600);
          await runBecomes(home, run, ({ status }) => status === 'completed');
          const sent = endpoint.received.map(({ headers }) => headers.authorization);
          expect(new Set(sent)).toEqual(new Set([`Bearer ${key}`]));
          await home.run('down');
          expect(storedTexts(home).join('\n')).not.toContain(key);
          const files = [...rawFiles(home)].filter(([, text]) => text.includes(key));
          expect(files.map(([name]) => name)).toEqual([]);
        }),
      longMs,
    );
  });
});
