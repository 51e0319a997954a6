import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../core/ports/records';
import type { DatasetProblem } from '../../core/tasks/problem';
import type { FunctionHidden, FunctionProblem } from '../../core/tasks/function';
import { createStoreFolder, type StoreFolder } from './store-folder';

const dataset = 'd'.repeat(64);

interface FunctionRow {
  readonly problem: FunctionProblem;
  readonly hidden: FunctionHidden;
}

function row(id: string, statement = 'Add two numbers.'): FunctionRow {
  return {
    problem: {
      kind: 'function',
      id,
      dataset: 'humaneval',
      statement,
      entryPoint: 'add',
      preamble: 'def add(a, b):\n',
      visibleTests: ['assert add(1, 2) == 3'],
      visibleSetup: '',
    },
    hidden: {
      kind: 'function',
      setup: '',
      test: `assert add(40, 2) == 42 # hidden-canary of ${id}`,
    },
  };
}

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
});
afterEach(() => here.dispose());

describe('the problem store', () => {
  it('gives rows back as they were saved, by data set and id', async () => {
    await store.problems.save(dataset, [row('HumanEval/0'), row('HumanEval/1', 'naïve 漢字')]);
    expect(await store.problems.problem(dataset, 'HumanEval/1')).toEqual(
      row('HumanEval/1', 'naïve 漢字').problem,
    );
    expect(await store.problems.hidden(dataset, 'HumanEval/0')).toEqual(row('HumanEval/0').hidden);
  });

  it('takes the rows of one file under two names, whose hash is one', async () => {
    const one = row('HumanEval/0');
    const renamed = { ...one, problem: { ...one.problem, dataset: 'my copy' } };
    await store.problems.save(dataset, [one]);
    await store.problems.save(dataset, [renamed]);
    expect(await store.problems.problem(dataset, 'HumanEval/0')).toEqual(one.problem);
    const other = { ...renamed, problem: { ...renamed.problem, statement: 'Subtract.' } };
    await expect(store.problems.save(dataset, [other])).rejects.toThrow('other contents');
  });

  it('keeps the assurance that an adapter asked for', async () => {
    const { problem, hidden } = row('HumanEval/0');
    const planted = { problem: { ...problem, assurance: 'shared' as const }, hidden };
    await store.problems.save(dataset, [planted, row('HumanEval/1')]);
    expect(await store.problems.problem(dataset, 'HumanEval/0')).toMatchObject({
      assurance: 'shared',
    });
    expect(await store.problems.problem(dataset, 'HumanEval/1')).not.toHaveProperty('assurance');
  });

  it('stores a function as it did before there was another kind, and reads it as one', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    const database = new SqliteDatabase(here.path, { readonly: true });
    const stored = database.prepare('select content from problems').get() as { content: string };
    database.close();
    expect(stored.content).not.toContain('kind');
    await store.problems.save(dataset, [row('HumanEval/0')]);
    expect((await store.problems.hidden(dataset, 'HumanEval/0')).kind).toBe('function');
  });

  it('keeps programs that read and write with their tests', async () => {
    const script: DatasetProblem = {
      problem: {
        ...{ kind: 'script', id: '1', dataset: 'apps', statement: 'Add.', rule: { kind: 'lines' } },
        visibleTests: [{ stdin: '1 2', stdout: '3' }],
      },
      hidden: { kind: 'script', tests: [{ stdin: '4 5', stdout: '9' }] },
    };
    await store.problems.save(dataset, [script]);
    expect(await store.problems.problem(dataset, '1')).toEqual(script.problem);
    expect(await store.problems.hidden(dataset, '1')).toEqual(script.hidden);
  });

  it('keeps hidden checks out of the table of problems', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    expect(JSON.stringify(await store.problems.problem(dataset, 'HumanEval/0'))).not.toContain(
      'hidden-canary',
    );
    const database = new SqliteDatabase(here.path, { readonly: true });
    const problems = JSON.stringify(database.prepare('select * from problems').all());
    database.close();
    expect(problems).toContain('assert add(1, 2) == 3');
    expect(problems).not.toContain('hidden-canary');
  });

  it('takes the same rows again, and others of the same data set', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    await store.problems.save(dataset, [row('HumanEval/0'), row('HumanEval/1')]);
    expect((await store.problems.problem(dataset, 'HumanEval/1')).id).toBe('HumanEval/1');
  });

  it('refuses other contents under a known hash and id, and saves nothing of that list', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    await expect(
      store.problems.save(dataset, [row('HumanEval/1'), row('HumanEval/0', 'Multiply.')]),
    ).rejects.toMatchObject({ code: 'PROBLEM_CONFLICT', exitCode: 2 });
    expect((await store.problems.problem(dataset, 'HumanEval/0')).statement).toBe(
      'Add two numbers.',
    );
    await expect(store.problems.problem(dataset, 'HumanEval/1')).rejects.toThrow();
  });

  it('names the problem that is not there', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    await expect(store.problems.problem(dataset, 'HumanEval/9')).rejects.toMatchObject({
      code: 'RECORD_MISSING',
      message: expect.stringContaining('HumanEval/9') as string,
    });
    await expect(store.problems.hidden('e'.repeat(64), 'HumanEval/0')).rejects.toMatchObject({
      code: 'RECORD_MISSING',
    });
  });

  it('does not give out a row that was edited into another form', async () => {
    await store.problems.save(dataset, [row('HumanEval/0')]);
    const database = new SqliteDatabase(here.path);
    database.exec(`update problems set content = '{"id":"HumanEval/0"}'`);
    database.close();
    await expect(store.problems.problem(dataset, 'HumanEval/0')).rejects.toMatchObject({
      code: 'RECORD_UNREADABLE',
      message: expect.stringContaining('HumanEval/0') as string,
    });
  });
});
