import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import { createHome, documentOf } from '../../harness/espalier-home';
import { eventually } from '../../harness/eventually';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

describeWithTemporal('a window of some hundred items', () => {
  it('has a call of each at the endpoint at the same time', async () => {
    const atOnce = 210;
    const held: (() => void)[] = [];
    const endpoint = await startEndpoint(({ path }, response) => {
      if (path.endsWith('/models')) sendJson(response, { data: [{ id: 'm' }] });
      else held.push(() => sendJson(response, completion('No program.')));
    });
    const environment = { OPENAI_BASE_URL: endpoint.baseUrl, OPENAI_API_KEY: 'sk-of-this-test' };
    const home = createHome({ environment });
    try {
      const flags = ['--dataset', 'bundled', '--model', 'm', '--method', 'direct'];
      const wide = ['--samples', '14', '--concurrency', String(atOnce), '--detach', '--json'];
      const { run } = documentOf(await home.run('run', 'start', ...flags, ...wide));
      await eventually('a call of each', () => (held.length >= atOnce ? true : null), {
        withinMs: 150_000,
      });
      expect(held).toHaveLength(atOnce);
      expect((await home.run('run', 'cancel', String(run))).code).toBe(0);
    } finally {
      for (const answer of held) answer();
      await home.dispose();
      await endpoint.close();
    }
  });
});
