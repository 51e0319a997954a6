import { movedRun } from '../../../lab/runs/moved-run';
import type { RunConfig } from '../../../core/schemas/run';
import { readSettings } from '../../../config/settings';
import { askedAt } from '../../../core/work/asked-at';
import { createMemoryStore } from '../../fakes/memory-store';
import { scriptedRunConfig } from '../../workflows/support/scripted-problems';

const from = 'https://a.test/v1';

/** A run that asks `from` and moves to `baseUrl` by a command with these variables. */
async function move(
  baseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  kind = 'endpoint',
) {
  const config = scriptedRunConfig();
  const model = { ...config.model, kind, logicalEndpoint: from } as RunConfig['model'];
  const record = await createMemoryStore().runs.createRun('r', { ...config, model });
  return movedRun({ settings: readSettings(environment) } as never, record, baseUrl);
}

describe('a run that moves', () => {
  it('asks its model at the address, which is kept without credentials, and keeps its name for it', async () => {
    const { record, context } = await move('https://me:word@b.test/v1/?key=1');
    expect(record.movedTo).toBe('https://b.test/v1');
    expect(record.config.model.logicalEndpoint).toBe(from);
    expect(askedAt(record)).toMatchObject({ logicalEndpoint: 'https://b.test/v1' });
    expect((context as { settings: object }).settings).toMatchObject({
      OPENAI_BASE_URL: 'https://me:word@b.test/v1/?key=1',
    });
  });

  it('is back where it was started when it is said so', async () => {
    const { record } = await move('https://a.test/v1/');
    expect([record.movedTo, askedAt(record).logicalEndpoint]).toEqual([null, from]);
  });

  it('is refused where OPENAI_BASE_URL says another address, whose key would go there', async () => {
    await expect(move('https://b.test/v1', { OPENAI_BASE_URL: from })).rejects.toMatchObject({
      code: 'OTHER_ENDPOINT',
      exitCode: 2,
    });
    const agreed = move('https://b.test/v1', { OPENAI_BASE_URL: 'https://B.test/v1/' });
    await expect(agreed).resolves.toMatchObject({ record: { movedTo: 'https://b.test/v1' } });
  });

  it('is refused where no endpoint is asked, and for an address that is none', async () => {
    await expect(move('https://b.test/v1', {}, 'simulated')).rejects.toMatchObject({ exitCode: 2 });
    for (const none of ['b.test', 'ftp://b.test/v1']) {
      await expect(move(none)).rejects.toMatchObject({
        code: 'BAD_BASE_URL',
        message: expect.stringContaining('--base-url') as string,
      });
    }
  });
});
