import SqliteDatabase from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';

import { drawBelow, seededChance } from '../../core/statistics/seeded-chance';
import type { Store } from '../../core/ports/records';
import { runTotals } from '../../store/migrations/run-totals';
import { randomStep, type Chance } from './random-step';
import { attemptResult, runConfig } from '../../laboratory/fakes/record-samples';
import { createStoreFolder, type StoreFolder } from './store-folder';

let here: StoreFolder;
let store: Store;
let nowMs: number;
beforeEach(async () => {
  here = createStoreFolder();
  nowMs = 1_700_000_000_000;
  store = await here.open({ clock: () => nowMs });
  for (const run of runs) await store.runs.createRun(run, runConfig({ problems }));
});
afterEach(() => here.dispose());

const runs = ['run-1', 'run-2'] as const;
const problems = ['p0', 'p1', 'p2'];

const step = (chance: Chance): Promise<void> => {
  nowMs += chance(100);
  return randomStep(store, { chance, runs, problems });
};

/** The same figures added up anew from the rows that they are of. */
function summedUp(run: string): unknown {
  const database = new SqliteDatabase(here.path, { readonly: true });
  try {
    return database
      .prepare(
        `select count(*) as calls, coalesce(sum(resends), 0) as resends, coalesce(sum(known_resends), 0) as known,
           coalesce(sum(prompt_tokens), 0) as prompt, coalesce(sum(completion_tokens), 0) as completion,
           coalesce(sum(cost_usd), 0) as cost, coalesce(sum(state = 'answered' and cost_usd is null), 0) as unpriced,
           (select count(*) from attempts where run = @run and status = 'completed') as completed,
           (select count(*) from attempts where run = @run and status = 'completed' and solved = 1) as solved,
           (select count(*) from attempts where run = @run and status = 'unscored') as unscored,
           (select count(*) from attempts where run = @run and status = 'cancelled') as cancelled
         from call_uses join model_calls using (identity) where run = @run`,
      )
      .get({ run });
  } finally {
    database.close();
  }
}

function kept(run: string): unknown {
  const database = new SqliteDatabase(here.path, { readonly: true });
  try {
    return database
      .prepare(
        `select calls, resends, known_resends as known, prompt_tokens as prompt, completion_tokens as completion, cost_picos / 1e12 as cost, unpriced,
           completed, solved, unscored, cancelled from run_totals where run = @run`,
      )
      .get({ run });
  } finally {
    database.close();
  }
}

describe('totals of a run', () => {
  it('are what its rows add up to, whatever was done in whatever order', async () => {
    const seen = new Set<string>();
    for (const seed of [1, 2, 3]) {
      const uniform = seededChance(seed);
      const chance: Chance = (below) => drawBelow(uniform, below);
      for (let done = 0; done < 150; done += 1) {
        await step(chance);
        if (done % 10 !== 9 || kept(runs[0]) === undefined || kept(runs[1]) === undefined) continue;
        for (const run of runs) {
          expect(rounded(kept(run))).toEqual(rounded(summedUp(run)));
          seen.add(JSON.stringify(kept(run)));
        }
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  });

  it('are added up for what a store held before there were any', async () => {
    const uniform = seededChance(4);
    for (let done = 0; done < 200; done += 1) {
      await step((below) => drawBelow(uniform, below));
    }
    const before = runs.map(kept);
    await store.close();
    forgetTotals();
    await addUp();
    store = await here.open({ clock: () => nowMs });
    expect(runs.map(kept)).toEqual(before);
    await store.runs.beginAttempt({ run: 'run-1', problem: 'late', sample: 0 }, 9);
    await store.runs.finishAttempt({ run: 'run-1', problem: 'late', sample: 0 }, attemptResult());
    expect(rounded(kept('run-1'))).toEqual(rounded(summedUp('run-1')));
  });
});

/** Binary fractions of dollars do not add up to the last digit; what is kept does. */
function rounded(figures: unknown): unknown {
  const { cost, ...rest } = figures as { readonly cost: number };
  return { ...rest, cost: Number(cost.toFixed(9)) };
}

/** What the migration does with a store of the version before. */
async function addUp(): Promise<void> {
  const database = new SqliteDatabase(here.path);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
  await runTotals.up(db, { bytes: 'blob' });
  await db.destroy();
}

/** The store as the version before that had it. */
function forgetTotals(): void {
  const database = new SqliteDatabase(here.path);
  const made = database
    .prepare<[], { type: string; name: string }>(
      `select type, name from sqlite_master where type = 'trigger'
       or name in ('attempts_by_position', 'attempts_waiting', 'attempts_running', 'call_uses_by_call')`,
    )
    .all();
  for (const { type, name } of made) database.exec(`drop ${type} ${name}`);
  database.exec('drop table run_totals');
  database.close();
}
