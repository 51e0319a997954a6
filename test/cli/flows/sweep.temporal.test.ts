import { builtCli } from '../../../laboratory/home/built-cli';
import { createHome, documentOf } from '../../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../../laboratory/home/espalier-home';
import { eventually } from '../../../laboratory/home/eventually';
import { describeWithTemporal } from '../../prerequisites';

jest.setTimeout(240_000);

const grid = ['sweep', '--method', 'reflexion,direct', '--dataset', 'bundled'];
const small = [...grid, '--model', 'simulated', '--limit', '2'];

describeWithTemporal('espalier sweep', () => {
  let home: EspalierHome;
  beforeAll(() => {
    builtCli();
    home = createHome({ environment: { ESPALIER_SIMULATED_LATENCY_MS: '500' } });
  });
  afterAll(() => home.dispose());

  it('refuses the whole grid for one run that cannot be, before anything is started', async () => {
    const end = await home.run(...small, '--width', '3', '--json');
    expect([end.code, documentOf(end)]).toMatchObject([
      2,
      { error: { message: 'reflexion on bundled: --width means nothing for --method reflexion' } },
    ]);
    expect((await home.run('run', 'list')).stdout).not.toContain('bundled');
  });

  it('killed in its second run attaches to that when it is typed again, and tells of both', async () => {
    const sweeping = home.start(...small, '--json');
    await eventually('its second run', () =>
      sweeping.notes().includes('run 2 of 2') ? true : null,
    );
    process.kill(sweeping.pid, 'SIGKILL');
    await sweeping.end;

    const again = await home.run(...small, '--json');
    const { runs, tables } = documentOf(again) as {
      readonly runs: readonly { readonly run: string; readonly completed: number }[];
      readonly tables: readonly { readonly name: string; readonly rows: readonly unknown[] }[];
    };
    expect([again.code, runs.map(({ completed }) => completed)]).toEqual([0, [2, 2]]);
    expect(tables.find(({ name }) => name === 'methods')?.rows).toHaveLength(2);
    expect(again.stderr).toMatch(/run 1 of 2: reflexion-.*\nit has ended/u);

    const printed = await home.run(...small);
    expect([printed.code, printed.stdout]).toEqual([
      0,
      (await home.run('report', ...runs.map(({ run }) => run))).stdout,
    ]);
    expect(printed.stderr).toContain(`espalier report ${runs.map(({ run }) => run).join(' ')}`);
  });

  it('left in a run says how it goes on, and ends with 1 when a problem of that has no verdict', async () => {
    const long = [...small, '--seed', '5', '--competence', '0', '--json'];
    const sweeping = home.start(...long);
    await eventually('its first look', () => (sweeping.notes().includes('0/2 ') ? true : null));
    process.kill(sweeping.pid, 'SIGINT');
    const left = await sweeping.end;
    const run = String(documentOf(left)['run']);
    expect([left.code, left.stderr]).toEqual([
      0,
      expect.stringContaining('The same command goes on with it, and with the runs behind it.'),
    ]);

    expect((await home.run('run', 'cancel', run)).code).toBe(0);
    const again = await home.run(...long);
    expect([again.code, documentOf(again)['runs']]).toMatchObject([
      1,
      [
        { run, status: 'cancelled' },
        { status: 'completed', completed: 2 },
      ],
    ]);
    expect(again.stderr).toContain('it was cancelled');
  });
});
