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

describe('a recorded model', () => {
  const bank = join(findPackageRoot(), 'datasets', 'bundled', 'bank.jsonl');
  const settings = readSettings({});

  it('answers from all files that are named, in their order, and knows what they lack', async () => {
    const { root } = scratchState();
    const more = join(root, 'more.jsonl');
    const row = { task_id: 'own/1', model: 'm', method: 'direct', program: 'pass' };
    writeFileSync(more, `${JSON.stringify(row)}\n`);
    const { config, bankFiles, scriptFile, missing } = await chooseModel(
      { model: `recorded:${bank},,${more}` },
      settings,
    );
    expect([bankFiles, scriptFile]).toEqual([[bank, more], null]);
    expect(config).toMatchObject({ kind: 'recorded', name: 'recorded' });
    expect(config).not.toHaveProperty('competence');
    expect(config).not.toHaveProperty('bankModel');
    expect(missing(['own/1', 'own/2'])).toEqual(['own/2']);
    const alone = await chooseModel({ model: `recorded:${more}`, bankModel: 'm' }, settings);
    expect(alone.config).toMatchObject({ bankModel: 'm' });
    expect(alone.config.logicalEndpoint).not.toBe(config.logicalEndpoint);
  });

  it('that is one of several in a file is described by its own programs', async () => {
    const { root } = scratchState();
    const two = join(root, 'two.jsonl');
    const row = (model: string, number: number) =>
      JSON.stringify({
        ...{ task_id: 'own/1', model, method: 'direct' },
        program: `x = ${String(number)}`,
      });
    writeFileSync(two, `${row('m', 1)}\n${row('n', 2)}\n${row('n', 3)}\n`);
    const described = async (bankModel?: string) => {
      const asked = bankModel === undefined ? {} : { bankModel };
      const { config } = await chooseModel({ model: `recorded:${two}`, ...asked }, settings);
      return config.bank;
    };
    expect((await described())?.sourceModels).toEqual(['m', 'n']);
    expect((await described('n'))?.sourceModels).toEqual(['n']);
  });
});

describe('a model of an endpoint', () => {
  const settings = readSettings({ OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://m.test/v1/' });

  it('is asked there by its name, and others in its place for roles that are given one', async () => {
    const others = { thinkerModel: 't', criticModel: 'c' };
    const { config, bankFiles, scriptFile, missing } = await chooseModel(
      { model: 'gpt-4o', ...others },
      settings,
    );
    expect(config).toEqual({
      ...{ kind: 'endpoint', name: 'gpt-4o', logicalEndpoint: 'http://m.test/v1', ...others },
    });
    expect([bankFiles, scriptFile, missing(['any'])]).toEqual([null, null, []]);
    const plain = await chooseModel({ model: 'm' }, readSettings({ OPENAI_API_KEY: 'key' }));
    expect(plain.config).toEqual({
      ...{ kind: 'endpoint', name: 'm', logicalEndpoint: 'https://api.openai.com/v1' },
    });
  });

  it('is none without a key, and no file of recorded answers', async () => {
    await expect(chooseModel({ model: 'gpt-4o' }, readSettings({}))).rejects.toMatchObject({
      exitCode: 2,
    });
    const { root } = scratchState();
    const file = join(root, 'bank.jsonl');
    writeFileSync(file, '');
    await expect(chooseModel({ model: file }, settings)).rejects.toMatchObject({
      message: `--model ${file} is a file`,
      remedy: expect.stringContaining(`--model recorded:${file}`) as string,
    });
    expect((await chooseModel({ model: 'people/model' }, settings)).config.name).toBe(
      'people/model',
    );
  });

  it.each([
    ['gpt-4o', { criticAccuracy: 0.5 }, '--critic-accuracy means nothing for a real endpoint'],
    ['gpt-4o', { competence: 0 }, '--competence means nothing for a real endpoint'],
    ['gpt-4o', { bankModel: 'm' }, '--bank-model means nothing for a real endpoint'],
    ['simulated', { thinkerModel: 't' }, '--thinker-model means nothing for simulated'],
    ['simulated', { criticModel: 'c' }, '--critic-model means nothing for simulated'],
    ['simulated', { humanModel: 'h' }, '--human-model means nothing for simulated'],
    ['recorded:x', { competence: 0.5 }, '--competence means nothing for recorded'],
    ['recorded:x', { script: 's' }, '--script means nothing for --model recorded:x'],
  ] as const)('%s with %j is refused', async (model, flags, message) => {
    await expect(chooseModel({ model, ...flags }, settings)).rejects.toMatchObject({
      ...{ exitCode: 2, message },
    });
  });
});
