import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import type { Store } from '../../../core/ports/records';
import { TakenIn } from '../../../core/schemas/environment-taken';
import { isOfKind } from '../../../core/kinds/of-kind';
import { checkEnvironmentRequest } from '../../../lab/environments/environment-request';
import type { EnvironmentRequest } from '../../../lab/environments/environment-request';
import { planEnvironments } from '../../../lab/environments/plan-environments';
import { hashFolder } from '../../../repositories';
import { createMemoryStore } from '../../fakes/memory-store';

let root: string;
let store: Store;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'espalier-plan-'));
  store = createMemoryStore();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function repository(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

function committed(folder: string): string {
  const git = (...argv: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...argv], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', HOME: folder },
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '-q', '-m', 'first');
  return git('rev-parse', 'HEAD');
}

async function plan(request: EnvironmentRequest) {
  const settings = readSettings({ HOME: root });
  const context = { settings, note: () => undefined };
  const { config, ...rest } = await planEnvironments(
    context,
    store,
    checkEnvironmentRequest({ indexUntil: '2026-01-31T00:00:00Z', ...request }),
  );
  if (!isOfKind(config, 'environment')) throw new Error('a plan of another kind');
  return { config, ...rest };
}

async function takenIn(sha256 = ''): Promise<TakenIn> {
  return TakenIn.parse(JSON.parse(await store.blobs.get(sha256)));
}

describe('a plan of environments', () => {
  it('reads a folder into the store, known by its commit, and leaves it as it was', async () => {
    const folder = repository('tools', { 'tools.py': 'def f(): pass\n' });
    const commit = committed(folder);
    const before = await hashFolder(folder);
    const { config, id } = await plan({ sources: [folder] });
    const problem = `tools@${commit.slice(0, 12)}`;
    expect(config.problems).toEqual([problem]);
    expect(id).toMatch(/^build-environment-tools-[0-9a-f]{12}-none-[0-9a-f]{8}$/);
    const source = config.environment.sources[problem];
    expect(source?.input).toEqual({ kind: 'path', path: folder });
    // What is made of it says nothing of this machine.
    expect(await store.blobs.get(source?.taken ?? '')).not.toContain(folder);
    const taken = await takenIn(source?.taken);
    expect(taken).toMatchObject({ ended: null, tree: { repository: { commit }, folder: before } });
    expect(await store.environments.hasArchive(taken.tree?.repository.tree ?? '')).toBe(true);
    expect(await hashFolder(folder)).toBe(before);
  });

  it('takes of everything else its name alone, and asks nobody', async () => {
    const url = 'https://nobody.invalid/people/tools';
    const { config, model } = await plan({ sources: [url, 'attrs==24.2.0'] });
    expect(config).toMatchObject({
      dataset: { name: '2-repositories' },
      problems: ['people/tools', 'attrs@24.2.0'],
      model: { kind: 'none' },
      environment: {
        sources: {
          'people/tools': { input: { kind: 'git', url } },
          'attrs@24.2.0': { input: { kind: 'sdist', name: 'attrs', version: '24.2.0' } },
        },
        generators: ['traces', 'hypothesis', 'transplant'],
        docstrings: false,
        gates: { coverage: 0.8, mutation: 0.8 },
      },
    });
    expect(model.bankFiles).toBeNull();
  });

  it('is the same run for the same request, and another when a file of a folder has changed', async () => {
    const folder = repository('tools', { 'tools.py': 'def f(): pass\n' });
    const { id } = await plan({ sources: [folder] });
    expect((await plan({ sources: [folder], concurrency: 7 })).id).toBe(id);
    writeFileSync(join(folder, 'tools.py'), 'def g(): pass\n');
    expect((await plan({ sources: [folder] })).id).not.toBe(id);
  });

  it.each<[string, EnvironmentRequest]>([
    ['fewer functions', { limit: 3 }],
    ['another gate of mutants', { minMutation: 0.5 }],
    ['another gate of branches', { minCoverage: 0.5 }],
    ['other generators', { generators: ['hypothesis'] }],
    ['other functions', { functions: ['a.py::f'] }],
    ['fewer filters', { disableFilter: ['disable_no_docstring'] }],
    ['an older index', { indexUntil: '2025-01-31T00:00:00Z' }],
    ['another name', { fresh: 'again' }],
  ])('is another run with %s', async (_, changes) => {
    const sources = ['attrs==24.2.0'];
    expect((await plan({ sources, ...changes })).id).not.toBe((await plan({ sources })).id);
  });

  it('refuses the index of a time that has not come yet', async () => {
    const indexUntil = new Date(Date.now() + 60_000).toISOString();
    await expect(plan({ sources: ['attrs==24.2.0'], indexUntil })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('has not come yet') as unknown,
    });
  });

  it('sees the index as it was when the day began', async () => {
    const { config } = await plan({ sources: ['attrs==24.2.0'], indexUntil: undefined });
    expect(config.environment.indexUntil).toBe(
      `${new Date().toISOString().slice(0, 10)}T00:00:00Z`,
    );
  });

  it('has a model make cases and docstrings where one is named, within a budget', async () => {
    const model = { model: 'simulated', maxRounds: 2, maxCalls: 10, maxCost: 0.5 };
    const { config } = await plan({ sources: ['attrs==24.2.0'], ...model });
    expect(config).toMatchObject({
      model: { kind: 'simulated' },
      environment: {
        generators: ['traces', 'hypothesis', 'transplant', 'model'],
        maxRounds: 2,
        docstrings: true,
        budget: { calls: 10, costUsd: 0.5 },
      },
    });
  });

  it.each<[string, EnvironmentRequest]>([
    ['--generators model', { generators: ['traces', 'model'] }],
    ['--max-rounds', { maxRounds: 2 }],
    ['--max-cost', { maxCost: 1 }],
    ['--max-tokens', { maxTokens: 100 }],
    ['--max-calls', { maxCalls: 0 }],
    ['--token-budget', { tokenBudget: 0 }],
  ])('refuses %s where no model is asked', async (option, changes) => {
    await expect(plan({ sources: ['attrs==24.2.0'], ...changes })).rejects.toMatchObject({
      exitCode: 2,
      message: `${option} means nothing without a model`,
    });
  });

  it('builds as it is asked to: which functions, filters, generators and gates, each named once', async () => {
    const { config, concurrency } = await plan({
      sources: ['attrs==24.2.0'],
      ...{ functions: ['b.py::g', 'a.py::f', 'b.py::g'], limit: 3, concurrency: 7 },
      disableFilter: ['disable_no_docstring', 'disable_no_docstring'],
      ...{ generators: ['hypothesis', 'traces'], minCoverage: 0.25, minMutation: 0.5 },
    });
    expect(config.environment).toMatchObject({
      ...{ only: ['a.py::f', 'b.py::g'], most: 3, disabledFilters: ['disable_no_docstring'] },
      ...{ generators: ['hypothesis', 'traces'], gates: { coverage: 0.25, mutation: 0.5 } },
    });
    expect(config.dataset.name).toBe('attrs@24.2.0');
    expect(concurrency).toBe(7);
    const usual = await plan({ sources: ['attrs==24.2.0'] });
    expect(usual.concurrency).toBe(2);
    for (const member of ['only', 'most', 'budget']) {
      expect(usual.config.environment).not.toHaveProperty(member);
    }
  });

  it('bounds the answers of a model, by its own number or the usual one, and of nobody else', async () => {
    const sources = ['attrs==24.2.0'];
    const tokens = async (changes: EnvironmentRequest) =>
      (await plan({ sources, ...changes })).config.maxTokens;
    expect(await tokens({ model: 'simulated' })).toBe(4_096);
    expect(await tokens({ model: 'simulated', maxTokens: 100 })).toBe(100);
    expect(await tokens({})).toBeUndefined();
    const { config } = await plan({ sources, model: 'simulated', tokenBudget: 0, maxCalls: 0 });
    expect(config.environment).toMatchObject({ budget: { tokens: 0, calls: 0 } });
    expect(config.environment.budget).not.toHaveProperty('costUsd');
  });

  it('refuses a revision that a folder does not have', async () => {
    const folder = repository('tools', { 'tools.py': '' });
    committed(folder);
    await expect(plan({ sources: [folder], revision: 'v9' })).rejects.toMatchObject({
      code: 'BAD_SOURCE',
      message: `${folder}: no commit v9`,
    });
  });

  it('takes a folder that nothing can be made of as it is: the run has its row', async () => {
    const folder = repository('notes', { 'notes.txt': 'nothing to run' });
    const { config } = await plan({ sources: [folder] });
    const [source] = Object.values(config.environment.sources);
    expect(await takenIn(source?.taken)).toMatchObject({ ended: { code: 'no_python' } });
  });
});
