import SqliteDatabase from 'better-sqlite3';

import type { Store } from '../../../core/ports/records';
import {
  attemptKey,
  attemptResult,
  runConfig,
  searchNode,
  searchOutcome,
  ungraded,
} from '../../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from '../store-folder';

let here: StoreFolder;
let store: Store;
beforeEach(async () => {
  here = createStoreFolder();
  store = await here.open();
  await store.runs.createRun('run-1', runConfig());
});
afterEach(() => here.dispose());

function rows(query: string): readonly unknown[] {
  const database = new SqliteDatabase(here.path, { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

const open = { ...attemptKey, position: 3, status: 'running', waiting: null, result: null };

describe('an attempt', () => {
  it('is running once begun, however often', async () => {
    expect(await store.runs.beginAttempt(attemptKey, 3)).toEqual(open);
    expect(await store.runs.beginAttempt(attemptKey, 3)).toEqual(open);
    expect(await store.runs.attempt(attemptKey)).toEqual(open);
    expect(await store.runs.attempt({ ...attemptKey, sample: 1 })).toBeNull();
  });

  it('gives its result back as it was written, nodes in their order', async () => {
    await store.runs.beginAttempt(attemptKey, 3);
    const nodes = [searchNode(0), searchNode(1, { program: null, visible: null }), searchNode(10)];
    const result = attemptResult({ outcome: searchOutcome(nodes) });
    await store.runs.finishAttempt(attemptKey, result);
    expect(await store.runs.attempt(attemptKey)).toEqual({ ...open, status: 'completed', result });
  });

  it('writes a row per node that SQL can ask for', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    expect(
      rows('select node, depth, visible_kind, critique, decision, score from nodes order by place'),
    ).toEqual([
      {
        node: 'n0',
        depth: 1,
        visible_kind: 'failed',
        critique: 'score',
        decision: 'refine',
        score: 0.6,
      },
      {
        node: 'n1',
        depth: 2,
        visible_kind: 'failed',
        critique: 'score',
        decision: 'refine',
        score: 0.6,
      },
    ]);
    expect(rows('select verdict, solved, finish, answer, programs from attempts')).toEqual([
      { verdict: 'passed', solved: 1, finish: 'accepted', answer: 'n1', programs: 2 },
    ]);
  });

  it('writes what each node tried and what became of it beside the whole node', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    const nodes = [
      searchNode(4, { parent: 'n2', steered: 'accepted' }),
      searchNode(1, { program: null, visible: null, parent: null }),
    ];
    await store.runs.finishAttempt(attemptKey, attemptResult({ outcome: searchOutcome(nodes) }));
    expect(
      rows(
        'select run, problem, sample, node, place, ordinal, parent, program, visible_passed, visible_total, steered' +
          ' from nodes order by place',
      ),
    ).toEqual([
      {
        ...{ ...attemptKey, node: 'n4', place: 0, ordinal: 4, parent: 'n2' },
        ...{ program: 'b'.repeat(64), visible_passed: 1, visible_total: 3, steered: 'accepted' },
      },
      {
        ...{ ...attemptKey, node: 'n1', place: 1, ordinal: 1, parent: null },
        ...{ program: null, visible_passed: null, visible_total: null, steered: null },
      },
    ]);
  });

  it('of another kind of work gives its outcome back, and has no column of a search', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    const outcome = { kind: 'evaluation', program: 'b'.repeat(64), unsanitised: true } as const;
    const result = attemptResult({ outcome, solved: false, verdict: 'failed', cause: 'a cause' });
    await store.runs.finishAttempt(attemptKey, result);
    expect((await store.runs.attempt(attemptKey))?.result).toEqual(result);
    expect(rows('select verdict, solved, finish, answer, programs, cause from attempts')).toEqual([
      {
        ...{ verdict: 'failed', solved: 0, finish: null, answer: null, programs: null },
        cause: 'a cause',
      },
    ]);
  });

  it('that cannot be read is named, with what of it cannot', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    const name = 'attempt run-1/HumanEval/0/0';
    const saidAfter = async (damage: string): Promise<string> => {
      here.database((opened) => opened.exec(damage));
      const error: unknown = await store.runs
        .attempt(attemptKey)
        .catch((caught: unknown) => caught);
      return error instanceof Error ? error.message : '';
    };
    const finish = `result = json_set(result, '$.outcome.finish', 'lost')`;
    expect(await saidAfter(`update attempts set ${finish}`)).toContain(`outcome of ${name}`);
    expect(await saidAfter(`update nodes set content = '{}' where node = 'n1'`)).toContain(
      `node n1 of ${name}`,
    );
    expect(await saidAfter(`update attempts set result = '{}'`)).toContain(`result of ${name}`);
    expect(await saidAfter(`update attempts set status = 'lost'`)).toContain(`status of ${name}`);
  });

  it('keeps its first complete result, whoever writes or begins again', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    await store.runs.finishAttempt(attemptKey, attemptResult());
    await store.runs.finishAttempt(attemptKey, ungraded('cancelled'));
    const kept = await store.runs.beginAttempt(attemptKey, 0);
    expect(kept.status).toBe('completed');
    expect(kept.result).toEqual(attemptResult());
    expect(rows('select node from nodes')).toHaveLength(2);
  });

  it.each(['unscored', 'cancelled'] as const)(
    'that was %s says so, and is running again with its steering kept when tried again',
    async (status) => {
      await store.runs.beginAttempt(attemptKey, 3);
      const entry = {
        kind: 'search',
        place: 2,
        action: { kind: 'abort-node', node: 'n0' },
      } as const;
      await store.runs.addSteering(attemptKey, entry);
      await store.runs.finishAttempt(attemptKey, ungraded(status));
      expect(await store.runs.attempt(attemptKey)).toMatchObject({
        status,
        result: ungraded(status),
      });
      expect(await store.runs.beginAttempt(attemptKey, 3)).toEqual(open);
      expect(await store.runs.attempt(attemptKey)).toEqual(open);
      expect(rows('select node from nodes')).toEqual([]);
      expect(await store.runs.steering(attemptKey)).toEqual([entry]);
    },
  );

  it('of a database from before there were kinds of work is a search', async () => {
    await store.runs.beginAttempt(attemptKey, 3);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    const records = [await store.runs.run('run-1'), await store.runs.attempt(attemptKey)];
    await store.close();
    const database = new SqliteDatabase(here.path);
    database.exec("UPDATE runs SET config = json_remove(config, '$.kind')");
    database.exec("UPDATE attempts SET result = json_remove(result, '$.outcome.kind')");
    database.close();
    const later = await here.open();
    expect([await later.runs.run('run-1'), await later.runs.attempt(attemptKey)]).toEqual(records);
  });

  it('cannot end, wait or be steered before it began', async () => {
    const missing = {
      code: 'RECORD_MISSING',
      message: expect.stringContaining('run-1/HumanEval/0/0') as string,
    };
    await expect(store.runs.finishAttempt(attemptKey, attemptResult())).rejects.toMatchObject(
      missing,
    );
    await expect(store.runs.setWaiting(attemptKey, 'x')).rejects.toMatchObject(missing);
    const entry = {
      kind: 'search',
      place: 0,
      action: { kind: 'accept-node', node: 'n0' },
    } as const;
    await expect(store.runs.addSteering(attemptKey, entry)).rejects.toMatchObject(missing);
  });
});

describe('waiting', () => {
  it('is shown with its reason until it is over', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.beginAttempt({ ...attemptKey, sample: 1 }, 1);
    expect(await store.runs.waitingAttempts('run-1')).toBeNull();
    await store.runs.setWaiting({ ...attemptKey, sample: 1 }, 'HTTP 503');
    await store.runs.setWaiting(attemptKey, 'HTTP 429');
    expect((await store.runs.attempt(attemptKey))?.waiting).toBe('HTTP 429');
    expect(await store.runs.waitingAttempts('run-1')).toEqual({ count: 2, why: 'HTTP 429' });
    await store.runs.setWaiting(attemptKey, null);
    expect(await store.runs.waitingAttempts('run-1')).toEqual({ count: 1, why: 'HTTP 503' });
  });

  it('is of one attempt: none of another sample, problem or run', async () => {
    await store.runs.createRun('run-2', runConfig());
    const others = [
      { ...attemptKey, sample: 1 },
      { ...attemptKey, problem: 'HumanEval/1' },
      { ...attemptKey, run: 'run-2' },
    ];
    for (const key of [attemptKey, ...others]) {
      await store.runs.beginAttempt(key, 0);
      await store.runs.setWaiting(key, 'HTTP 503');
    }
    await store.runs.setWaiting(attemptKey, null);
    expect((await store.runs.attempt(attemptKey))?.waiting).toBeNull();
    for (const other of others) {
      expect((await store.runs.attempt(other))?.waiting).toBe('HTTP 503');
    }
    expect(await store.runs.waitingAttempts('run-1')).toEqual({ count: 2, why: 'HTTP 503' });
  });

  it('ends with the attempt, even when somebody says otherwise later', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.setWaiting(attemptKey, 'HTTP 503');
    await store.runs.finishAttempt(attemptKey, attemptResult());
    await store.runs.setWaiting(attemptKey, 'HTTP 503');
    expect((await store.runs.attempt(attemptKey))?.waiting).toBeNull();
    expect(await store.runs.waitingAttempts('run-1')).toBeNull();
  });
});

describe('the attempts of a run', () => {
  it('of one problem have their own nodes, sample by sample', async () => {
    const results = [3, 5].map((ordinal) =>
      attemptResult({ outcome: searchOutcome([searchNode(0), searchNode(ordinal)]) }),
    );
    for (const [sample, result] of results.entries()) {
      await store.runs.beginAttempt({ ...attemptKey, sample }, sample);
      await store.runs.finishAttempt({ ...attemptKey, sample }, result);
    }
    const attempts = await store.runs.attempts('run-1');
    expect(attempts.map(({ result }) => result)).toEqual(results);
  });

  it('come in order of position, each with its own nodes', async () => {
    const late = { ...attemptKey, problem: 'HumanEval/0' };
    const early = { ...attemptKey, problem: 'HumanEval/1' };
    await store.runs.beginAttempt(late, 1);
    await store.runs.beginAttempt(early, 0);
    await store.runs.finishAttempt(late, attemptResult());
    const alone = attemptResult({ outcome: searchOutcome([searchNode(0, { score: 1.5 })]) });
    await store.runs.finishAttempt(early, alone);
    const attempts = await store.runs.attempts('run-1');
    expect(attempts.map(({ problem }) => problem)).toEqual(['HumanEval/1', 'HumanEval/0']);
    expect(attempts.map(({ result }) => result)).toEqual([alone, attemptResult()]);
    expect(await store.runs.attemptStatuses('run-1')).toEqual([
      { position: 0, status: 'completed' },
      { position: 1, status: 'completed' },
    ]);
    expect(await store.runs.attempts('run-2')).toEqual([]);
  });

  it('at one position come by problem, then by sample, and those of one problem alone if asked so', async () => {
    const keys = [
      { ...attemptKey, problem: 'B', sample: 1 },
      { ...attemptKey, problem: 'B', sample: 0 },
      { ...attemptKey, problem: 'A', sample: 1 },
    ];
    for (const key of keys) {
      await store.runs.beginAttempt(key, 5);
      await store.runs.finishAttempt(key, attemptResult());
    }
    const named = (records: readonly { problem: string; sample: number }[]) =>
      records.map(({ problem, sample }) => `${problem} ${String(sample)}`);
    expect(named(await store.runs.attempts('run-1'))).toEqual(['A 1', 'B 0', 'B 1']);
    const alone = await store.runs.attempts('run-1', 'A');
    expect(named(alone)).toEqual(['A 1']);
    expect(alone[0]?.result).toEqual(attemptResult());
  });

  it('have statuses from one position to before another, and are listed while they run, first position first', async () => {
    await store.runs.createRun('run-2', runConfig());
    for (const position of [3, 2, 1, 0]) {
      const problem = `P/${String(position)}`;
      await store.runs.beginAttempt({ ...attemptKey, problem }, position);
      await store.runs.beginAttempt({ ...attemptKey, run: 'run-2', problem }, position);
    }
    await store.runs.finishAttempt({ ...attemptKey, problem: 'P/1' }, ungraded('unscored'));
    expect(await store.runs.attemptStatuses('run-1', { from: 1, to: 3 })).toEqual([
      { position: 1, status: 'unscored' },
      { position: 2, status: 'running' },
    ]);
    expect(await store.runs.runningAttempts('run-1')).toEqual(
      ['P/0', 'P/2', 'P/3'].map((problem) => ({ run: 'run-1', problem, sample: 0 })),
    );
  });

  it('keep their nodes when another is begun again or ends: of another sample, problem or run', async () => {
    await store.runs.createRun('run-2', runConfig());
    const others = [
      { ...attemptKey, sample: 1 },
      { ...attemptKey, problem: 'HumanEval/1' },
      { ...attemptKey, run: 'run-2' },
    ];
    for (const [position, other] of others.entries()) {
      await store.runs.beginAttempt(other, position);
      await store.runs.finishAttempt(other, attemptResult());
    }
    await store.runs.beginAttempt(attemptKey, 7);
    await store.runs.finishAttempt(attemptKey, ungraded('cancelled'));
    await store.runs.beginAttempt(attemptKey, 8);
    for (const other of others) {
      expect(await store.runs.attempt(other)).toMatchObject({
        ...{ status: 'completed', result: attemptResult() },
      });
    }
    expect(await store.runs.attempt(attemptKey)).toEqual({ ...open, position: 8 });
  });
});

describe('a result', () => {
  it('keeps the level of its problem, that a test used a handle, and how many cells were started anew', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    const base = attemptResult();
    const result = {
      ...base,
      level: { kind: 'found', level: 'objects', by: 'reference' } as const,
      freshCells: 2,
      graded: base.graded.map((one) => ({
        ...one,
        outcome: { ...one.outcome, handles: true as const },
      })),
    };
    await store.runs.finishAttempt(attemptKey, result);
    expect((await store.runs.attempt(attemptKey))?.result).toEqual(result);
    const second = { ...attemptKey, sample: 1 };
    await store.runs.beginAttempt(second, 1);
    await store.runs.finishAttempt(second, { ...result, freshCells: 0 });
    expect((await store.runs.attempt(second))?.result?.freshCells).toBe(0);
  });

  it('of an earlier version is read with the word that it was recorded in', async () => {
    await store.runs.beginAttempt(attemptKey, 0);
    await store.runs.finishAttempt(attemptKey, attemptResult());
    const database = new SqliteDatabase(here.path);
    database.exec(`update attempts set result = replace(result, '"objects"', '"split"')`);
    database.exec(`update runs set config = replace(config, '"objects"', '"split"')`);
    database.close();
    const result = (await store.runs.attempt(attemptKey))?.result;
    expect(result?.graded[0]?.outcome.assurance).toBe('split');
    expect(result?.provenance?.assurance).toBe('split');
    expect(result).not.toHaveProperty('level');
    // What it asks of what is left to do is what `split` was worth.
    expect((await store.runs.run('run-1'))?.config.assurance).toBe('objects');
    expect((await store.runs.runs()).map(({ id }) => id)).toEqual(['run-1']);
  });
});
