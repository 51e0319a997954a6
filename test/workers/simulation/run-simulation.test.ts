import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import { visibleLimit } from '../../../core/grading/visible-limit';
import type { GradedProblem, GradingTerms } from '../../../core/schemas/graded-bank';
import type { GridPoint, GridPointTally } from '../../../core/simulation/grid-point';
import { programHashOf } from '../../../llm/simulated/bank/bank-row';
import { viewBank } from '../../../llm/simulated/bank/bank-view';
import { repliesOf } from '../../../llm/simulated';
import {
  gradedBankFile,
  isTableOf,
  readGradedBank,
  writeGradedBank,
} from '../../../workers/simulation/graded-bank-file';
import { openWorlds, type SimulationPlace } from '../../../workers/simulation/open-simulation';
import { runSimulation } from '../../../workers/simulation/run-simulation';
import { sha256Of } from '../../../workers/sha256-of';
import { bankOf, jsonl, line, program } from '../../llm/simulated/bank-samples';

const ids = ['P/0', 'P/1', 'P/2'];
const lines = ids.flatMap((id) =>
  [0, 1, 2, 3, 4, 5].map((number) =>
    line({
      ...{ task_id: id, program: program(number), recorded_pass: number === 0 },
      model: number < 3 ? 'model-a' : 'model-b',
    }),
  ),
);
const view = viewBank(bankOf(lines));
const terms: GradingTerms = {
  ...({ format: 2, extraction: 1, grading: 1, bankModel: null, fingerprint: 'f' } as const),
  ...{ bank: 'b'.repeat(64), dataset: 'd'.repeat(64), seed: 0, assurance: 'objects' },
  limits: { visible: visibleLimit(), hidden: hiddenLimit() },
  problems: ids,
};

/** Program 0 passes everything, the others only the visible tests; the last problem is left out. */
const problems = ids.map((problem): GradedProblem => {
  const own = view.problems.get(problem);
  if (own === undefined) throw new Error('the bank has no program');
  return {
    ...{ problem, visibleTests: 1 },
    leftOut: problem === 'P/2' ? { why: 'it is refused', again: false } : null,
    replies: [...repliesOf(own)].map(([row, { sha256 }]) => ({
      reply: sha256,
      read: {
        program: sha256Of(row.program),
        recorded: row.programHash,
        visible: { kind: 'passed', passed: 1, total: 1 },
        hidden: row.programHash === programHashOf(program(0)) ? 'passed' : 'failed',
      },
    })),
  };
});

let folder: string;
let place: SimulationPlace;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-simulation-'));
  const bankFile = join(folder, 'bank.jsonl');
  writeFileSync(bankFile, jsonl(lines));
  const table = join(folder, 'tables', 'table.jsonl');
  await writeGradedBank(table, terms, problems);
  place = { kind: 'recorded', bankFiles: [bankFile], bankModel: null, competence: null, table };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const point = (method: string, budget: number, criticAccuracy = 1): GridPoint => {
  return { method, budget, width: null, maxDepth: null, criticAccuracy };
};

const solvedOf = (tallies: readonly GridPointTally[] = []): number =>
  tallies.reduce((sum, { solved }) => sum + solved, 0);

describe('a simulation', () => {
  const signal = new AbortController().signal;

  it('comes to a tally of each grid point and seed, in their order, over the problems that are not left out', async () => {
    const points = [point('code-tree', 1), point('direct', 1), point('code-tree', 20)];
    const seeds = [9, 4, 7];
    const told: (readonly [number, number])[] = [];
    const tallies = await runSimulation({
      ...{ place, points, seeds, signal },
      onProgress: (done, total) => told.push([done, total]),
    });
    expect(tallies.map((own) => own.map(({ seed }) => seed))).toEqual([seeds, seeds, seeds]);
    for (const { problems: count } of tallies.flat()) expect(count).toBe(2);
    // A single draw is the same whatever the method; of twenty more are right.
    expect(tallies[0]?.map(({ solved }) => solved)).toEqual(
      tallies[1]?.map(({ solved }) => solved),
    );
    expect(solvedOf(tallies[2])).toBeGreaterThan(solvedOf(tallies[0]));
    expect(tallies[0]?.map(({ programs }) => programs)).toEqual([2, 2, 2]);
    // One job for each seed and method.
    expect(told).toEqual([1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
  });

  it('asks a critic as accurate as the grid point says', async () => {
    const points = [point('code-tree', 20, 0), point('code-tree', 20, 1)];
    const asked = { place, points, seeds: [1, 2, 3], signal, onProgress: () => undefined };
    const tallies = await runSimulation(asked);
    expect(solvedOf(tallies[1])).toBeGreaterThan(solvedOf(tallies[0]));
  });

  it('ends where it is told to, without a result', async () => {
    const stop = new AbortController();
    const told: number[] = [];
    const simulation = runSimulation({
      ...{ place, points: [point('direct', 1)], seeds: [1, 2, 3], signal: stop.signal },
      onProgress: (done) => {
        told.push(done);
        stop.abort();
      },
    });
    await expect(simulation).rejects.toThrow('aborted');
    expect(told).toEqual([1]);
  });

  it('reads the worlds of its place: problems in their order, competence, and the programs of a model', async () => {
    const { worlds, problems: own } = await openWorlds(place);
    expect(own).toEqual(['P/0', 'P/1']);
    expect(worlds.attempt('P/0', 1)(1).program(0, null)).not.toBeNull();
    const programsOf = async (changes: Partial<SimulationPlace>) => {
      const opened = await openWorlds({ ...place, ...changes });
      const world = opened.worlds.attempt('P/0', 1)(1);
      return [0, 1, 2].map((ordinal) => world.program(ordinal, null)?.program);
    };
    const all = (numbers: readonly number[]) => numbers.map((one) => sha256Of(program(one)));
    expect((await programsOf({ bankModel: 'model-a' })).sort()).toEqual(all([0, 1, 2]).sort());
    const right = all([0, 0, 0]);
    expect(await programsOf({ kind: 'simulated', competence: 1 })).toEqual(right);
    expect(await programsOf({ kind: 'simulated', competence: 0 })).not.toContain(right[0]);
  });

  it('names the table that is gone', async () => {
    rmSync(place.table);
    await expect(openWorlds(place)).rejects.toThrow(`${place.table} is gone`);
  });
});

describe('the file of a graded bank', () => {
  const folderOfState = stateFolder(readSettings({ ESPALIER_HOME: '/state' }));

  it('is another one for other terms', () => {
    const file = gradedBankFile(folderOfState, terms);
    expect(file).toMatch(/^\/state\/graded-banks\/[0-9a-f]{64}\.jsonl$/);
    expect(gradedBankFile(folderOfState, { ...terms })).toBe(file);
    expect(gradedBankFile(folderOfState, { ...terms, seed: 1 })).not.toBe(file);
  });

  it('is read as it was written, by its owner alone', async () => {
    expect(await readGradedBank(place.table)).toEqual({ terms, problems });
    expect(statSync(place.table).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'tables')).mode & 0o777).toBe(0o700);
  });

  it.each(['', 'no JSON\n', '{}\n'])('that holds %j is none', async (text) => {
    writeFileSync(place.table, text);
    expect(await readGradedBank(place.table)).toBeNull();
  });

  it('belongs to its terms and its bank: all replies, but of problems that are left out', () => {
    const asked = { terms, view };
    expect(isTableOf({ terms, problems }, asked)).toBe(true);
    expect(isTableOf({ terms: { ...terms, seed: 1 }, problems }, asked)).toBe(false);
    const cut = (id: string) =>
      problems.map((one) => (one.problem === id ? { ...one, replies: one.replies.slice(1) } : one));
    expect(isTableOf({ terms, problems: cut('P/0') }, asked)).toBe(false);
    expect(isTableOf({ terms, problems: cut('P/2') }, asked)).toBe(true);
    const other = viewBank(bankOf(lines.filter(({ task_id: id }) => id !== 'P/1')));
    expect(isTableOf({ terms, problems }, { terms, view: other })).toBe(false);
  });
});
