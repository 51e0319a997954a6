import { completion, sendJson, startEndpoint, type HttpEndpoint } from '../fakes/http-endpoint';
import { createHome, type EspalierHome } from '../../laboratory/home/espalier-home';
import { exportedRun } from '../../laboratory/home/exported-run';
import { historiesOf } from '../harness/histories';
import { onlyRun } from '../../laboratory/home/journal';
import { rawFiles, storedTexts } from '../harness/stored-texts';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';

const longMs = 480_000;
// Unlike any provider's keys: only who knows it can mask it.
const key = 'PlantedKeyZ93Qk4uVw7';
const user = 'planted-user-51c';
const password = 'Planted@Pass/88';
const basic = Buffer.from(`${user}:${password}`).toString('base64');
const secrets = [key, user, password, encodeURIComponent(password), basic];

const replyCanary = 'canary-reply-2d6e8f';
const program = '```python\ndef nothing():\n    return None\n```';

/** Plays an endpoint that now and then repeats every secret it was given, as some do. */
function startTalkativeEndpoint(): Promise<HttpEndpoint> {
  let asked = 0;
  const indiscreet = `you sent Authorization: Basic ${basic} (key ${key}) to http://${user}:${password}@host/v1`;
  return startEndpoint(({ path }, response) => {
    if (path.endsWith('/models')) {
      sendJson(response, { object: 'list', data: [{ id: 'talkative', object: 'model' }] });
      return;
    }
    asked += 1;
    const error = { message: `Incorrect API key provided: ${indiscreet}`, type: 'x', code: key };
    if (asked === 3) sendJson(response, { error }, { status: 500 });
    else if (asked === 6) sendJson(response, { error }, { status: 401 });
    else sendJson(response, completion(`${replyCanary} ${String(asked)}\n${program}`));
  });
}

describeWithTemporal('keys and credentials in URLs', () => {
  describeWithSandbox('after a run on an endpoint that repeats them in its errors', () => {
    let endpoint: HttpEndpoint;
    let home: EspalierHome;
    /** Where to look, by name. */
    const places = new Map<string, string>();
    const found = (what: string): readonly string[] =>
      [...places].filter(([, text]) => text.includes(what)).map(([place]) => place);

    async function noted(...args: readonly string[]): Promise<number | null> {
      const { code, stdout, stderr } = await home.run(...args);
      places.set(`espalier ${args.join(' ')} (${String(places.size)})`, stdout + stderr);
      return code;
    }

    beforeAll(async () => {
      endpoint = await startTalkativeEndpoint();
      const address = `127.0.0.1:${String(endpoint.port)}`;
      home = createHome({
        environment: {
          OPENAI_API_KEY: key,
          OPENAI_BASE_URL: `http://${user}:${encodeURIComponent(password)}@${address}/v1`,
        },
      });
      const model = ['--model', 'talkative', '--method', 'code-tree', '--budget', '3'];
      const start = ['run', 'start', '--dataset', 'bundled', '--limit', '2', ...model, '--json'];
      expect(await noted(...start)).toBe(3);
      const run = (await onlyRun(home)) ?? '';
      await noted('run', 'list', '--json');
      expect(await noted('run', 'resume', run, '--json')).toBe(0);
      for (const shown of [[run], [run, 'Bundled/0', '--calls'], [run, 'Bundled/0', '--json']]) {
        await noted('run', 'show', ...shown);
      }
      await noted('doctor', '--json');
      for (const { workflowId, texts } of await historiesOf(home)) {
        places.set(`history of ${workflowId}`, texts.join('\n'));
      }
      for (const [name, text] of Object.entries(await exportedRun(home, run))) {
        places.set(`export ${name}`, text);
      }
      await noted('down', '--json');
      places.set('store', storedTexts(home).join('\n'));
      for (const [name, text] of rawFiles(home)) places.set(`file ${name}`, text);
    }, longMs);
    afterAll(async () => {
      await endpoint.close();
      await home.dispose();
    }, longMs);

    it('sent them to the endpoint', () => {
      const sent = endpoint.received.map(({ headers }) => headers.authorization);
      expect(new Set(sent)).toEqual(new Set([`Basic ${basic}`]));
    });

    it.each(secrets)(
      'keeps %s out of store, histories, logs, exports and every output',
      (secret) => {
        expect(found(secret)).toEqual([]);
      },
    );

    it('finds by the same search what belongs there', () => {
      expect(found(replyCanary)).toContain('store');
      expect(found(replyCanary).join()).toContain('--calls');
      expect(found('Bundled/0').join()).toMatch(
        /history of .*export trace\.jsonl.*file engine\.sqlite/s,
      );
      expect(found('[redacted]').join()).toMatch(/run start.*history of/s);
      expect(found('working as all')).toEqual(['file logs/worker.log']);
    });
  });
});
