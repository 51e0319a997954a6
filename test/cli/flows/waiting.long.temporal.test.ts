import type { ServerResponse } from 'node:http';

import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { startCommand } from '../../../laboratory/home/running-command';
import { eventually } from '../../../laboratory/home/eventually';
import { completion, sendJson, startEndpoint } from '../../fakes/http-endpoint';
import type { HttpEndpoint } from '../../fakes/http-endpoint';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

const key = 'sk-the-key-of-this-test';

/** An endpoint with one model; what it answers questions with changes. */
async function startModel(): Promise<
  HttpEndpoint & { answer: (response: ServerResponse) => void }
> {
  const model = {
    answer: (response: ServerResponse): void => sendJson(response, completion('No program.')),
  };
  const endpoint = await startEndpoint(({ path }, response) => {
    if (path.endsWith('/models')) sendJson(response, { data: [{ id: 'm' }] });
    else model.answer(response);
  });
  return Object.assign(model, endpoint);
}

/** Each look is a process. */
const seldom = { everyMs: 500 };

const busy = (response: ServerResponse): void =>
  sendJson(
    response,
    { error: { message: 'come again' } },
    { status: 429, headers: { 'retry-after': '600' } },
  );

describeWithTemporal('a run that waits for its endpoint', () => {
  let home: EspalierHome;
  let first: Awaited<ReturnType<typeof startModel>>;
  beforeAll(async () => {
    first = await startModel();
    home = createHome({
      environment: { OPENAI_BASE_URL: first.baseUrl, OPENAI_API_KEY: key },
    });
  });
  afterAll(async () => {
    await home.dispose();
    await first.close();
  });

  const questions = ({ received }: HttpEndpoint) =>
    received.filter(({ path }) => path.endsWith('/chat/completions'));
  const document = async (...args: readonly string[]) =>
    documentOf(await home.run('run', ...args, '--json'));

  it('says when the next try is, and is tried at once when it is told to', async () => {
    first.answer = busy;
    const flags = ['--dataset', 'bundled', '--model', 'm', '--method', 'direct', '--limit', '1'];
    const { run } = await document('start', ...flags, '--detach');
    const shown = await eventually(
      'a next try',
      async () => {
        const { nextTry } = await document('show', String(run));
        return typeof nextTry === 'string' ? nextTry : null;
      },
      seldom,
    );
    expect(shown).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);
    const table = (await home.run('run', 'show', String(run))).stdout;
    expect(table).toMatch(/^next try +\d{4}-\d\d-\d\d [\d:]+ UTC$/mu);
    expect(table).toMatch(/waiting: Bundled\/0: .*come again/u);

    const asked = questions(first).length;
    first.answer = (response) => sendJson(response, completion('No program.'));
    expect(await document('retry-now', String(run))).toEqual({ run, woken: 1 });
    await eventually('another question', () => questions(first)[asked] ?? null, {
      withinMs: 10_000,
    });
    await eventually(
      'the end',
      async () => ((await document('show', String(run)))['status'] === 'completed' ? true : null),
      seldom,
    );
    expect((await document('show', String(run)))['nextTry']).toBeNull();
    expect(await document('retry-now', String(run))).toMatchObject({
      error: { code: 'RUN_ENDED' },
    });
  });

  it('goes on at another address without another word to the first one, and says so', async () => {
    const second = await startModel();
    first.answer = busy;
    const flags = ['--dataset', 'bundled', '--model', 'm', '--method', 'direct', '--limit', '1'];
    const { run } = await document('start', ...flags, '--seed', '1', '--detach');
    await eventually(
      'a next try',
      async () => (await document('show', String(run)))['nextTry'] ?? null,
      seldom,
    );
    const asked = questions(first).length;
    const command = (...args: readonly string[]) =>
      startCommand(['run', 'resume', String(run), '--json', ...args], {
        ...home.environment,
        OPENAI_BASE_URL: second.baseUrl,
      }).end;
    expect(documentOf(await command())).toMatchObject({ error: { code: 'OTHER_ENDPOINT' } });
    const moved = documentOf(await command('--base-url', second.baseUrl));
    expect(moved).toMatchObject({ status: 'completed', movedTo: second.baseUrl });
    expect([questions(first).length, questions(second).length > 0]).toEqual([asked, true]);
    const table = (await home.run('run', 'show', String(run))).stdout;
    expect(table).toContain(`${first.baseUrl}, asked at ${second.baseUrl} now`);
    await second.close();
  });
});
