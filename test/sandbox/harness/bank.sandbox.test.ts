import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadDataset } from '../../../datasets';
import { instanceBank } from '../../../lab/environments/instance-bank';
import type { BankEntry } from '../../../lab/environments/instance-bank';
import { loadBank, viewBank } from '../../../llm/simulated';
import { openRepositoryCells, openSandbox } from '../../../sandbox';
import type { CellSandbox, RepositoryCells } from '../../../sandbox';
import { HarnessTrial } from '../../../laboratory/trials/harness/harness-trial';
import type { SampleInstance } from '../../../laboratory/trials/harness/sample-instances';
import { sampleTargets } from '../../../laboratory/trials/harness/sample-project';
import { describeWithSandbox } from '../../prerequisites';
import { makeInstanceFolder } from './instance-folder';

describeWithSandbox('instances of a repository', () => {
  const options = { backend: 'bubblewrap', slots: 1, stateLabel: `bank-${process.pid}` } as const;
  let folder: string;
  let sandbox: CellSandbox;
  let host: RepositoryCells;
  let trial: HarnessTrial;
  let instances: readonly SampleInstance[];
  beforeAll(async () => {
    sandbox = await openSandbox(options);
    host = await openRepositoryCells(options);
    trial = new HarnessTrial(sandbox, host);
    ({ folder, instances } = await makeInstanceFolder(trial, sampleTargets.slice(0, 2)));
  }, 120_000);
  afterAll(async () => {
    await host.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('give a bank of the reference rewritten and of its mutants, each as it was graded', async () => {
    const all: BankEntry[] = [];
    const places = { host, sandbox: trial.sandbox };
    for await (const { entries } of instanceBank(instances, places)) {
      expect(entries.filter(({ passed }) => passed).length).toBeGreaterThanOrEqual(2);
      expect(entries.filter(({ passed }) => !passed).length).toBeGreaterThanOrEqual(3);
      all.push(...entries);
    }
    const file = join(folder, 'bank.jsonl');
    writeFileSync(file, all.map(({ line }) => `${JSON.stringify(line)}\n`).join(''));
    const { problems } = viewBank(await loadBank([file]));
    expect([...problems.keys()]).toEqual(instances.map(({ instance }) => instance.id));
  }, 240_000);

  it.each([
    ['none', 0, 0],
    ['dependency', 1, 0],
    ['full', 1, 1],
  ] as const)(
    'are a data set that shows, with %s, so much of the rest',
    async (mode, slice, rest) => {
      const reading = { retrieval: mode, said: true, countTokens: (text: string) => text.length };
      const { name, rows } = await loadDataset({
        ...{ nameOrPath: join(folder, 'instances.jsonl'), cacheDir: folder },
        instances: reading,
      });
      expect(name.endsWith(`+${mode}`)).toBe(true);
      const texts = rows.map(({ problem }) => (problem.kind === 'harness' ? problem.context : ''));
      expect(texts.filter((text) => text.includes('RATES'))).toHaveLength(2 * slice);
      expect(texts.filter((text) => text.includes('A shop.'))).toHaveLength(2 * rest);
      expect(rows.map(({ problem }) => problem.id)).toEqual(
        instances.map(({ instance }) => instance.id),
      );
    },
  );

  it('are refused where what grades them is gone, and a mode is where there are none', async () => {
    const reading = { retrieval: 'none', said: true, countTokens: () => 0 } as const;
    const [first] = instances;
    writeFileSync(
      join(folder, 'alone.jsonl'),
      JSON.stringify({ ...first?.instance, graded: '0'.repeat(64) }),
    );
    const load = (nameOrPath: string) =>
      loadDataset({ nameOrPath, cacheDir: folder, instances: reading });
    await expect(load(join(folder, 'alone.jsonl'))).rejects.toThrow(/field "graded": there is no/);
    await expect(load('bundled')).rejects.toThrow(/--retrieval means nothing for bundled/);
  });
});
