import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildBank } from '../../../lab/banks/build-bank';
import { SmallRun } from '../../report/small-run';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('building a bank', () => {
  const sources = { runs: ['run-1'], reflexion: [], llmdebugger: [], sourceModel: null };

  async function store() {
    const run = new SmallRun();
    return run.play();
  }

  it('writes the programs of a run, with the ones that they were made from', async () => {
    const file = join(folder, 'bank.jsonl');
    expect(await buildBank(await store(), file, sources)).toEqual({
      ...{ lines: 3, repairs: 1, problems: 2 },
    });
    expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(3);
  });

  it('leaves a file that is there as it is, names it and says what to do; with force replaces it', async () => {
    const file = join(folder, 'bank.jsonl');
    await writeFile(file, 'precious\n');
    const refused = buildBank(await store(), file, sources);
    await expect(refused).rejects.toMatchObject({
      ...{ code: 'BANK_EXISTS', exitCode: 2 },
      message: expect.stringContaining(file) as string,
      remedy: expect.stringContaining('--force') as string,
    });
    expect(await readFile(file, 'utf8')).toBe('precious\n');
    expect(await readdir(folder)).toEqual(['bank.jsonl']);
    await buildBank(await store(), file, { ...sources, force: true });
    expect(await readFile(file, 'utf8')).not.toContain('precious');
  });
});
