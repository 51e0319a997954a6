import type { ServerResponse } from 'node:http';

import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

describeWithTemporal('a window of some hundred items', () => {
  it('has a call of each at the endpoint at the same time', async () => {
    const atOnce = 210;
    const held = new Set<ServerResponse>();
    const endpoint = await startEndpoint(({ path }, response) => {
      if (path.endsWith('/models')) sendJson(response, { data: [{ id: 'm' }] });
      else {
        held.add(response);
        response.on('close', () => held.delete(response));
      }
    });
    const environment = {
      ...{ OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-of-this-test' },
      // Each open call tells the engine that it lives, within this time.
      ESPALIER_HEARTBEAT_MS: '20000',
    };
    const home = createHome({ environment });
    try {
      const flags = ['--dataset', 'bundled', '--model', 'm', '--method', 'direct'];
      const wide = ['--samples', '14', '--concurrency', String(atOnce), '--detach', '--json'];
      const { run } = documentOf(await home.run('run', 'start', ...flags, ...wide));
      await eventually('a call of each', () => (held.size >= atOnce ? true : null), {
        withinMs: 150_000,
      });
      expect(held.size).toBe(atOnce);
      expect((await home.run('run', 'cancel', String(run))).code).toBe(0);
    } finally {
      for (const response of held) sendJson(response, completion('No program.'));
      await home.dispose();
      await endpoint.close();
    }
  });
});
