import { isOfKind } from '../../../core/kinds/of-kind';
import type { Recipe } from '../../../core/schemas/recipe';
import { checkEmbedder } from '../../../lab/building/check-embedder';
import { startEndpoint } from '../../fakes/http-endpoint';
import type { HttpEndpoint } from '../../fakes/http-endpoint';
import { madeDataset, sourceRow } from '../../report/datasets/made-dataset';

let endpoint: HttpEndpoint | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

/** Checks the recipe's embedder at a server that answers so. */
async function checked(
  status: number,
  body: object,
  models: Recipe['models'] = { embedder: 'small' },
) {
  const server = await startEndpoint((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  endpoint = server;
  const { store, run } = await madeDataset([{ row: sourceRow('a/0'), method: 'pack' }], {
    recipe: { models },
  });
  const record = await store.runs.run(run);
  if (record === null || !isOfKind(record.config, 'dataset')) throw new Error('no data set');
  const settings = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'none' };
  const context = { settings, note: () => undefined } as unknown as Parameters<
    typeof checkEmbedder
  >[0];
  await checkEmbedder(context, record.config);
  return server.received.map(({ path, body: sent }) => [path, sent?.['model']]);
}

describe('the embedding model of a recipe', () => {
  it('is asked for one vector before the run begins', async () => {
    const asked = await checked(200, { data: [{ embedding: [0.5, 0.5] }] });
    expect(asked).toEqual([['/v1/embeddings', 'small']]);
  });

  it('is not asked where the recipe names none', async () => {
    expect(await checked(404, {}, {})).toEqual([]);
  });

  it.each([
    ['does not know it', 404, { error: { message: 'The model small does not exist' } }],
    ['says that it cannot embed', 400, { error: { message: 'small does not support embeddings' } }],
    ['answers something else', 200, { choices: [{ message: { content: 'Hello.' } }] }],
  ])('is refused with the remedy where the endpoint %s', async (_how, status, body) => {
    await expect(checked(status, body)).rejects.toMatchObject({
      ...{ code: 'NO_EMBEDDER', exitCode: 2 },
      message: expect.stringMatching(/^models\.embedder: small gives no vectors: /) as string,
      remedy: expect.stringContaining('/v1/embeddings') as string,
    });
  });

  it('is not blamed for a key that is refused: the check of the endpoint tells that', async () => {
    await expect(checked(401, { error: { message: 'bad key' } })).resolves.toHaveLength(1);
  });
});
