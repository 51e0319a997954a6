import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import type { ModelConfig } from '../../../core/schemas/run';
import { checkReady } from '../../../lab/runs/check-ready';
import { logicalEndpoint } from '../../../llm';
import { cleanUp, scratchState } from '../../engine/scratch-state';
import { sendJson, startEndpoint, type HttpEndpoint } from '../../fakes/http-endpoint';

let endpoint: HttpEndpoint;
beforeAll(async () => {
  endpoint = await startEndpoint(({ method }, response) => {
    if (method === 'GET') sendJson(response, { data: [{ id: 'small' }, { id: 'big' }] });
    else sendJson(response, { error: { message: 'no such model' } }, { status: 404 });
  });
});
afterAll(() => endpoint.close());
afterEach(() => cleanUp([]));

/** No sandbox opens here: what is looked at last fails. */
const noSandbox = { code: expect.stringMatching(/^SANDBOX/) as string, exitCode: 3 };

async function checked(
  model: Partial<ModelConfig> = {},
  more: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly others?: readonly string[];
    readonly offline?: boolean;
  } = {},
) {
  const { baseUrl, received } = endpoint;
  const before = received.length;
  const settings = readSettings({
    ...{ ESPALIER_HOME: scratchState().root, ESPALIER_SANDBOX: 'docker' },
    ...{ DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    ...{ OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'sk-1', ...more.variables },
  });
  const notes: string[] = [];
  const error: unknown = await checkReady(
    {
      ...{ settings, folder: stateFolder(settings), offline: more.offline ?? false },
      note: (text) => void notes.push(text),
    },
    {
      kind: 'endpoint',
      name: 'small',
      logicalEndpoint: logicalEndpoint(baseUrl),
      ...model,
    },
    more.others,
  ).catch((caught: unknown) => caught);
  return { error, notes, asked: received.length - before };
}

describe('what a run needs before it begins', () => {
  it('is an endpoint that has its models, and then a sandbox', async () => {
    const { error, notes, asked } = await checked({}, { others: ['big'] });
    expect(error).toMatchObject(noSandbox);
    expect(notes).toEqual(['checking the endpoint of small']);
    expect(asked).toBe(1);
  });

  it.each([
    ['its own model', { name: 'none' }, []],
    ['another model of it', {}, ['none']],
  ])('is refused where the endpoint lacks %s', async (_, model, others) => {
    const { error } = await checked(model, { others });
    expect(error).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('none') as string,
    });
    expect(error).not.toMatchObject(noSandbox);
  });

  it('is refused at another endpoint than the run’s, which is not asked', async () => {
    const { error, asked } = await checked({ logicalEndpoint: 'https://a.test/v1' });
    expect(error).toMatchObject({
      code: 'OTHER_ENDPOINT',
      message: `the run asks https://a.test/v1, and OPENAI_BASE_URL is ${logicalEndpoint(endpoint.baseUrl)}`,
      remedy: expect.stringContaining('--base-url') as string,
    });
    expect(asked).toBe(0);
  });

  it('is refused without a key', async () => {
    const { error, asked } = await checked({}, { variables: { OPENAI_API_KEY: '' } });
    expect(error).toMatchObject({
      message: expect.stringContaining('needs an endpoint and a key') as string,
    });
    expect(asked).toBe(0);
  });

  it('is no endpoint where none is asked: offline, or a server of ours', async () => {
    for (const { error, asked, notes } of [
      await checked({ logicalEndpoint: 'https://a.test/v1' }, { offline: true }),
      await checked({ kind: 'simulated', logicalEndpoint: 'simulated:x' }),
    ]) {
      expect(error).toMatchObject(noSandbox);
      expect([asked, notes]).toEqual([0, []]);
    }
  });

  it('is an engine of somebody else’s that answers, before anything else', async () => {
    const address = '127.0.0.1:1';
    const { error, asked } = await checked({}, { variables: { TEMPORAL_ADDRESS: address } });
    expect(error).toMatchObject({ message: expect.stringContaining(address) as string });
    expect(asked).toBe(0);
  });
});
