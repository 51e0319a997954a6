import { RecipeSource } from '../../../core/schemas/recipe';
import type { SourceRow } from '../../../core/schemas/source-row';
import type { Store } from '../../../core/ports/records';
import { workRows } from '../../../lab/building/work-rows';
import { createMemoryStore } from '../../fakes/memory-store';
import { runId } from '../../report/environments/small-environment';
import { madeDataset, sourceRow, turnsOf } from '../../report/datasets/made-dataset';
import { SmallRun } from '../../report/small-run';
import { repairedEnvironment } from './repaired-environment';

async function rowsOf(store: Store, source: object): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = [];
  const read = workRows(store, RecipeSource.parse({ name: 'own', ...source }));
  for await (const row of read) rows.push(row);
  return rows;
}

describe('a run of a search as a source', () => {
  it('gives the path to each answer that passed: the problem, the programs, and what was said between', async () => {
    const run = new SmallRun();
    const store = await run.play();
    const [row, ...others] = await rowsOf(store, { run: run.id, licence: 'MIT' });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: 'own/0', source: 'own', licence: 'MIT', lang: 'python' });
    const turns = row?.turns ?? [];
    expect(turns.map(({ role }) => role[0]).join('')).toMatch(/^(ua){2}$/);
    expect(turns[0]?.content).toContain('Doubles.');
    expect(turns[1]?.content).toContain('return x + 2');
    expect(turns[2]?.content).toMatch(/^Execution result: \n/);
    expect(turns[3]?.content).toContain('```python\ndef f(x):\n    return x + x\n');
    expect([row?.query, row?.answer]).toEqual([turns[0]?.content, turns[3]?.content]);
  });

  it('gives a right and a wrong program of the same search as a preference pair, both as nothing but code', async () => {
    const run = new SmallRun();
    const store = await run.play();
    const rows = await rowsOf(store, { run: run.id, attempts: 'all' });
    expect(rows.map(({ preference }) => preference)).toEqual([
      {
        chosen: '```python\ndef f(x):\n    return x + x\n\n```',
        rejected: '```python\ndef f(x):\n    return x + 2\n\n```',
      },
      // Nothing passed.
      undefined,
    ]);
  });

  it('gives all that ended if the recipe says so', async () => {
    const run = new SmallRun();
    const store = await run.play();
    const rows = await rowsOf(store, { run: run.id, attempts: 'all' });
    expect(rows.map(({ id }) => id)).toEqual(['own/0', 'own/1']);
  });

  it('is refused while it has not ended, and if there is none', async () => {
    const run = new SmallRun();
    const store = await run.play();
    await store.runs.setRunStatus(run.id, 'running', null);
    await expect(rowsOf(store, { run: run.id })).rejects.toMatchObject({
      code: 'SOURCE_NOT_ENDED',
      exitCode: 2,
    });
    await expect(rowsOf(store, { run: 'nobody' })).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});

describe('a run that builds environments as a source', () => {
  it('gives the failing cases, what the gate said, and the cases that passed', async () => {
    const store = await repairedEnvironment();
    const [row, ...others] = await rowsOf(store, { run: runId, licence: 'Apache-2.0' });
    expect(others).toEqual([]);
    // The licence of the repository itself.
    expect(row).toMatchObject({ id: 'own/1', licence: 'MIT', lang: 'python' });
    expect(row?.turns).toEqual([
      { role: 'user', content: 'Write cases for clamp.' },
      { role: 'assistant', content: 'def case_0(): clamp()' },
      { role: 'user', content: 'TypeError: clamp() missing 3 arguments' },
      { role: 'assistant', content: 'def case_0(): observe(clamp(5, 0, 3))' },
    ]);
  });

  it.each([
    ['another generator made the last cases', { last: 'hypothesis' as const }],
    ['nothing failed before', { failed: false }],
    ['a gate failed after it', { failsAfter: true }],
    ['the journal has no such call', { answered: false }],
  ])('gives nothing where %s', async (_why, changes) => {
    expect(await rowsOf(await repairedEnvironment(changes), { run: runId })).toEqual([]);
  });

  it('refuses `attempts`, because only accepted harnesses count', async () => {
    const rows = rowsOf(await repairedEnvironment(), { run: runId, attempts: 'all' });
    await expect(rows).rejects.toMatchObject({ code: 'BAD_RECIPE', exitCode: 2 });
  });
});

describe('a run that makes a data set as a source', () => {
  const mit = sourceRow('a/0');
  const free = sourceRow('b/0', { licence: 'CC0-1.0' });

  it('gives the dialogues of its export, with the licences of all their rows', async () => {
    const { store, run } = await madeDataset([
      { row: mit, method: 'keep' },
      { row: sourceRow('a/1'), method: 'keep', end: 'filtered' },
      { row: free, method: 'keep', partners: [mit] },
      { row: sourceRow('a/2', { licence: null }), method: 'keep' },
      { row: sourceRow('a/3'), method: 'keep', partners: [sourceRow('a/4', { licence: null })] },
    ]);
    const rows = await rowsOf(store, { run, licence: 'unstated' });
    expect(rows.map(({ id, licence }) => [id, licence])).toEqual([
      ['own/0', 'MIT'],
      ['own/2', 'CC0-1.0 AND MIT'],
      ['own/3', 'unstated'],
      ['own/4', 'MIT AND unstated'],
    ]);
    const plain = await rowsOf(store, { run });
    expect(plain.map(({ licence }) => licence)).toEqual([
      ...['MIT', 'CC0-1.0 AND MIT', null, 'MIT AND unknown'],
    ]);
    expect(rows[0]).toMatchObject({ source: 'own', query: mit.query, turns: turnsOf(mit) });
  });

  it('leaves out what was removed from it', async () => {
    const { store, run } = await madeDataset([
      { row: mit, method: 'keep' },
      { row: free, method: 'keep' },
    ]);
    await store.runs.removeFromDataset(run, ['a']);
    expect((await rowsOf(store, { run })).map(({ id }) => id)).toEqual(['own/1']);
  });

  it('has no attempts to choose among', async () => {
    const { store, run } = await madeDataset([{ row: mit, method: 'keep' }]);
    await expect(rowsOf(store, { run, attempts: 'all' })).rejects.toMatchObject({
      code: 'BAD_RECIPE',
      exitCode: 2,
    });
  });
});

describe('a chat as a source', () => {
  it('needs the consent of the people who wrote in it', () => {
    const { error } = RecipeSource.safeParse({ name: 'own', chat: 'chat-1' });
    expect(error?.issues[0]?.message).toContain('consent: true');
  });

  it('is refused if there is none', async () => {
    await expect(
      rowsOf(createMemoryStore(), { chat: 'nobody', consent: true }),
    ).rejects.toMatchObject({ code: 'CHAT_UNKNOWN', exitCode: 2 });
  });
});

describe('a source', () => {
  it.each([[{}], [{ file: 'a.jsonl', run: 'r' }], [{ run: 'r', chat: 'c', consent: true }]])(
    'has exactly one origin: %j',
    (members) => {
      const { error } = RecipeSource.safeParse({ name: 'own', ...members });
      expect(error?.issues[0]?.message).toContain('exactly one of `file`, `run` and `chat`');
    },
  );
});
