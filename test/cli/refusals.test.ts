import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import { withStore } from '../../lab/with-store';
import { configOf } from '../report/small-run';
import { useOwnHome } from './sandbox/own-home';
import { runCommand } from './sandbox/run-command';

const own = useOwnHome();

beforeAll(async () => {
  const place = { settings: readSettings(), folder: stateFolder(readSettings()) };
  await withStore({ ...place, note: () => undefined }, async (store) => {
    for (const id of ['one', 'two']) await store.runs.createRun(id, configOf());
  });
});

describe('an engine that does not answer', () => {
  const start = ['run', 'start', '--dataset', 'bundled', '--model', 'simulated'];

  it('is found before anything is started, and before a run has an id', async () => {
    process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
    const { code, stderr } = await runCommand(start);
    delete process.env['TEMPORAL_ADDRESS'];
    expect([code, stderr]).toEqual([3, expect.stringContaining('127.0.0.1:1 cannot be reached')]);
    expect(stderr).not.toMatch(/^run |starting/m);
    expect(existsSync(join(own.home(), 'banks'))).toBe(false);
    expect(existsSync(join(own.home(), 'processes', 'worker.json'))).toBe(false);
  });
});

describe('a flag that cannot be used', () => {
  it.each([
    [['demo', '--fresh', ' '], 'espalier demo --help'],
    [
      ['run', 'start', '--dataset', 'b', '--model', 'm', '--fresh', ' '],
      'espalier run start --help',
    ],
    [
      ['solve', '--dataset', 'bundled', '--problem', 'x', '--model', 'm', '--fresh', ' '],
      'espalier solve --help',
    ],
  ])('points to the help of the command that was typed: %j', async (typed, help) => {
    const { code, stderr } = await runCommand(typed);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${help}\``)]);
  });
});

describe('run show', () => {
  it.each([
    [['one', '--calls'], '--calls needs a problem'],
    [['one', 'two', '--calls'], '--calls needs a problem'],
    [['one', '--problems', '--calls'], '--problems and --calls cannot be given together'],
    [['one', '--paper', '--failed'], '--paper and --failed cannot be given together'],
    [['one', 'HumanEval/0', '--failed'], '--problems and --failed are of one run'],
    [['one', 'two', '--problems', '--paper'], '--problems and --failed are of one run'],
    [['one', 'HumanEval/0', '--paper'], 'HumanEval/0 is not a run'],
    [
      ['one', 'HumanEval/0', 'HumanEval/1'],
      'there is no run HumanEval/0, no run HumanEval/1 in the store',
    ],
    [['one', 'two', 'HumanEval/1'], 'there is no run HumanEval/1 in the store'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await runCommand(['run', 'show', ...words]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('says how one problem is shown when several are named', async () => {
    const { stderr } = await runCommand(['run', 'show', 'one', 'HumanEval/0', 'HumanEval/1']);
    expect(stderr).toContain('`espalier run show RUN HumanEval/0`');
  });
});

describe('run resume', () => {
  it('refuses programs at the same time where each needs the one before it', async () => {
    const { code, stderr } = await runCommand(['run', 'resume', 'one', '--parallel', '2']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--parallel 2 means nothing for --method code-tree'),
    ]);
  });
});

describe('run steer', () => {
  const pause = ['run', 'steer', 'pause', 'one', 'HumanEval/0'];

  it.each([
    [[], 'run one has not begun HumanEval/0 yet'],
    [['--sample', '0'], 'run one has not begun HumanEval/0 yet'],
    [['--sample', '7'], 'run one has no sample 7 of HumanEval/0'],
    [['--sample', '1.5'], '--sample "1.5" cannot be used'],
  ])('steers the sample that is named: %j', async (flags, message) => {
    const { code, stderr } = await runCommand([...pause, ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
