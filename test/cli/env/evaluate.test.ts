import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { withStore } from '../../../lab/with-store';
import { environmentConfig } from '../../report/environments/small-environment';
import { useOwnHome } from '../sandbox/own-home';
import { runCommand } from '../sandbox/run-command';

useOwnHome();

beforeAll(async () => {
  const settings = readSettings();
  const place = { settings, folder: stateFolder(settings), note: () => undefined };
  await withStore(place, (store) => store.runs.createRun('built', environmentConfig()));
});

describe('env evaluate', () => {
  const evaluate = ['env', 'evaluate', 'built', '--model', 'simulated'];

  it.each([
    [['--samples', '0'], '--samples "0" must be'],
    [['--method', 'refine', '--samples', '0'], '--samples "0" must be'],
    [['--method', 'refine', '--max-rounds', '0'], '--max-rounds "0" must be'],
  ])('takes what is typed in place of what R2E had: %j', async (flags, message) => {
    const { code, stderr } = await runCommand([...evaluate, ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
