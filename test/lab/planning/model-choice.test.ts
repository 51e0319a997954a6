import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findPackageRoot } from '../../../config/package-root';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { chooseModel } from '../../../lab/planning/model-choice';
import { keepModelFiles, keptBank } from '../../../lab/services/kept-bank';
import { loadBank, loadChatScript, startModelServer } from '../../../llm/simulated';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

function scriptIn(root: string): string {
  const file = join(root, 'script.json');
  writeFileSync(file, '{"turns": [{"say": "hi", "replies": ["hello"]}]}');
  return file;
}

describe('the model of a chat', () => {
  it('that answers from a script is served under the name it was chosen by, from kept files', async () => {
    const { root } = scratchState();
    const settings = readSettings({ ESPALIER_HOME: root });
    const folder = stateFolder(settings);
    const choice = await chooseModel({ model: 'simulated', script: scriptIn(root) }, settings);
    await keepModelFiles(folder, choice);
    const { bank, scriptSha256 } = choice.config;
    const [script] = await keptBank(folder, scriptSha256 ?? '');
    const server = await startModelServer({
      kind: 'simulated',
      bank: await loadBank(await keptBank(folder, bank?.sha256 ?? '')),
      script: await loadChatScript(script ?? ''),
    });
    expect(server.logicalEndpoint).toBe(choice.config.logicalEndpoint);
    await server.close();
  });

  it('without one is the one of runs', async () => {
    const settings = readSettings({});
    const { config } = await chooseModel({ model: 'simulated' }, settings);
    expect(config.logicalEndpoint).not.toContain('script');
    expect(config).not.toHaveProperty('scriptSha256');
  });

  it('takes no script unless it is simulated', async () => {
    const { root } = scratchState();
    const settings = readSettings({ OPENAI_API_KEY: 'key' });
    const asked = chooseModel({ model: 'gpt-4o', script: scriptIn(root) }, settings);
    await expect(asked).rejects.toThrow('--script means nothing');
  });
});

describe('a simulated model of a bank that is named', () => {
  const bank = join(findPackageRoot(), 'datasets', 'bundled', 'bank.jsonl');
  const settings = readSettings({});

  it('has a competence and a critic, as the bundled one has', async () => {
    const usual = await chooseModel({ model: 'simulated' }, settings);
    const named = await chooseModel({ model: `simulated:${bank}` }, settings);
    expect(named.config).toEqual(usual.config);
    const able = { model: `simulated:${bank}`, competence: 0.9, criticAccuracy: 1 };
    expect((await chooseModel(able, settings)).config).toMatchObject({
      ...{ kind: 'simulated', competence: 0.9, criticAccuracy: 1 },
    });
  });

  it('is refused without a bank', async () => {
    const asked = chooseModel({ model: 'simulated:' }, settings);
    await expect(asked).rejects.toThrow('names no bank');
  });
});
