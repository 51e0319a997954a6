import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { instanceBank } from '../../lab/environments/instance-bank';
import { writeBank } from '../../lab/environments/write-bank';
import { openRepositoryCells, openSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { HarnessTrial } from '../../laboratory/trials/harness/harness-trial';
import { sampleTargets } from '../../laboratory/trials/harness/sample-project';
import { builtCli } from '../../laboratory/home/built-cli';
import { createHome, documentOf } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { inShort, itLong } from '../long';
import { describeWithTemporal } from '../prerequisites';
import { makeInstanceFolder } from '../sandbox/harness/instance-folder';
import type { InstanceFolder } from '../sandbox/harness/instance-folder';

jest.setTimeout(300_000);

describeWithTemporal('runs on instances of a repository', () => {
  let home: EspalierHome;
  let made: InstanceFolder;
  let bank: string;
  let sweep: Promise<ReadonlyMap<string, unknown>> | null = null;
  beforeAll(async () => {
    builtCli();
    home = createHome();
    const options = { backend: 'bubblewrap', slots: 1, stateLabel: `runs-${process.pid}` } as const;
    const sandbox = await openSandbox(options);
    const host = await openRepositoryCells(options);
    const trial = new HarnessTrial(sandbox, host);
    made = await makeInstanceFolder(trial, sampleTargets.slice(0, 2));
    bank = join(made.folder, 'bank.jsonl');
    const banks = instanceBank(made.instances, { host, sandbox: trial.sandbox });
    await writeBank(bank, banks, () => undefined);
    await host.close();
    await sandbox.close();
    const store = await openStore({ path: home.folder.store });
    const { installed, snapshot, tools } = made.record.archives;
    for (const hash of [installed, snapshot, tools]) {
      await store.environments.putArchive(trial.store.openArchive(hash));
    }
    await store.environments.saveEnvironment(made.record);
    await store.close();
  });
  afterAll(async () => {
    await home.dispose();
    rmSync(made.folder, { recursive: true });
  });

  const searches = inShort(
    ['direct', 'cot', 'resample', 'reflexion', 'code-tree'],
    (name) => name === 'code-tree',
  );
  /** One command starts them one after the other. */
  const swept = (): Promise<ReadonlyMap<string, unknown>> =>
    (sweep ??= (async () => {
      const flags = ['--dataset', made.file, '--model', `simulated:${bank}`, '--budget', '6'];
      const methods = ['--method', searches.join(',')];
      const end = await home.run('sweep', ...methods, ...flags, '--competence', '1', '--json');
      expect(end.code).toBe(0);
      const { runs } = documentOf(end) as { readonly runs: readonly unknown[] };
      return new Map(runs.map((run, at) => [searches[at] ?? '', run]));
    })());
  const solved = { total: 2, completed: 2, solved: 2, unscored: 0 };

  it.each(searches)('are graded by their harnesses with %s', async (method) => {
    expect((await swept()).get(method)).toMatchObject(solved);
  });

  itLong('are graded by their harnesses with refine', async () => {
    const flags = ['--dataset', made.file, '--model', `simulated:${bank}`, '--method', 'refine'];
    const more = ['--competence', '1', '--max-rounds', '5', '--json'];
    const end = await home.run('run', 'start', ...flags, ...more);
    expect([end.code, documentOf(end)]).toMatchObject([0, solved]);
  });

  it('are solved by no wrong program, whatever the method', async () => {
    const flags = ['--dataset', made.file, '--model', `simulated:${bank}`, '--method', 'code-tree'];
    const end = await home.run(
      'run',
      'start',
      ...flags,
      '--budget',
      '6',
      '--competence',
      '0',
      '--json',
    );
    expect(documentOf(end)).toMatchObject({ completed: 2, solved: 0, unscored: 0 });
  });

  it('tell self-repair the one case that failed, as it was written', async () => {
    const repair = ['--method', 'refine', '--feedback-tests', 'same', '--max-rounds', '2'];
    const flags = ['--dataset', made.file, '--model', `simulated:${bank}`, ...repair];
    const end = await home.run('run', 'start', ...flags, '--competence', '0', '--json');
    const { run } = documentOf(end);
    const problem = made.instances[0]?.instance.id ?? '';
    const { stdout } = await home.run('run', 'show', String(run), problem, '--calls');
    expect(stdout).toContain('def case_');
    expect(stdout).not.toContain('__recorder__');
  });

  itLong.each([
    ['none', []],
    ['dependency', ['RATES = ']],
    ['full', ['RATES = ', 'A shop.']],
  ])('show of the rest of the repository what --retrieval %s says', async (mode, shown) => {
    const flags = ['--dataset', made.file, '--model', `simulated:${bank}`, '--retrieval', mode];
    const end = await home.run('run', 'start', ...flags, '--method', 'direct', '--json');
    const { run } = documentOf(end);
    const problem = made.instances[0]?.instance.id ?? '';
    const { stdout } = await home.run('run', 'show', String(run), problem, '--calls');
    const [asked = ''] = stdout.split('--- reply');
    expect(['RATES = ', 'A shop.'].filter((text) => asked.includes(text))).toEqual(shown);
    expect(asked).not.toContain('```python\n```python');
  });
});
