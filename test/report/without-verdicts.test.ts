import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isSolved } from '../../cli/runs/solve-one';
import { verdictFigures } from '../../core/metrics/run-summary';
import { kindsOfWork } from '../../core/kinds/kinds';
import { listRuns } from '../../lab/runs/list-runs';
import { compareRuns } from '../../report/compare';
import { exportRun } from '../../report/export/export-run';
import { traceRows } from '../../report/export/trace-rows';
import { loadRun } from '../../report/load-run';
import type { LoadedRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { runTableLines } from '../../report/run-table';
import { dialogueConfig } from './small-dialogues';
import type { ToldDialogue } from './small-dialogues';
import { SmallRun, configOf } from './small-run';

async function played(): Promise<SmallRun> {
  const run = new SmallRun();
  await run.play();
  return run;
}

// What is said of a run whose kind has no verdicts, were a search such a kind.
describe('a kind of work without verdicts', () => {
  beforeEach(() => {
    jest.replaceProperty(kindsOfWork.search, 'scored', false);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has no row of a table that rests on verdicts', async () => {
    const run = await played();
    const text = runTableLines(await loadRun(run.store, run.id)).join('\n');
    expect(text).toMatch(/^completed +2 of 2$/mu);
    expect(text).not.toMatch(/^(solved|pass@1|bounds|verdicts|assurance|time-sensitive) /mu);
    expect(text).not.toContain('95 % interval');
  });

  it('has no bounds while something has not ended', async () => {
    const run = new SmallRun();
    await run.begin();
    expect(runTableLines(await loadRun(run.store, run.id)).join('\n')).not.toContain('bounds');
  });

  it('has null for the figures of verdicts in documents and lists', async () => {
    const run = await played();
    const none = { solved: null, passAt1: null, interval: null };
    expect(runDocument(await loadRun(run.store, run.id))).toMatchObject({ ...none, completed: 2 });
    expect(await listRuns(run.store)).toMatchObject([{ run: run.id, solved: null, completed: 2 }]);
  });

  it('has no verdict in its trace', async () => {
    const run = await played();
    const [attempt] = await run.store.runs.attempts(run.id);
    if (attempt === undefined) throw new Error('no attempt');
    const [line] = await traceRows(
      { config: configOf(), blobs: run.store.blobs, calls: new Map() },
      attempt,
    );
    expect(line).toMatchObject({ kind: 'attempt', status: 'completed' });
    for (const member of ['verdict', 'solved', 'graded']) expect(line).not.toHaveProperty(member);
  });

  it('is as it should be when it has completed', async () => {
    const run = await played();
    expect(isSolved((await loadRun(run.store, run.id)).summary)).toBe(true);
    const begun = new SmallRun();
    await begun.begin();
    expect(isSolved((await loadRun(begun.store, begun.id)).summary)).toBe(false);
  });
});

describe('the figures of verdicts', () => {
  it('are those of a kind that has verdicts', () => {
    const counts = { total: 4, completed: 2, solved: 1 };
    expect(verdictFigures(true, counts)).toMatchObject({ solved: 1, passAt1: 0.5 });
    const none = { solved: null, passAt1: null, interval: null, bounds: null };
    expect(verdictFigures(false, counts)).toEqual(none);
  });
});

const ended: ToldDialogue = { rounds: [], stop: 'stopped' };

describe('runs of two kinds side by side', () => {
  it('are not comparable, and have a dash for what a kind has not', async () => {
    const run = await played();
    const search = await loadRun(run.store, run.id);
    const { record, summary } = search;
    const other: LoadedRun = {
      ...search,
      record: { ...record, config: dialogueConfig({ kind: 'recorded', of: { p: ended } }) },
      summary: {
        ...summary,
        ...verdictFigures(false, { ...summary, solved: 0 }),
        scored: false,
        programs: null,
      },
    };
    const [table] = compareRuns([search, other]).tables;
    expect(table?.notes[0]).toBe('Not the same kind of work.');
    const cells = (label: string) => table?.rows.find((row) => row.label === label)?.cells;
    expect(cells('comparable')).toEqual(['not comparable', 'not comparable']);
    expect(cells('completed')).toEqual(['2', '2']);
    const missing = ['assurance', 'solved', 'pass@1', '  95 % interval', '  bounds', 'programs'];
    for (const label of [...missing, '  without 0 time-sensitive']) {
      expect([label, cells(label)?.[1]]).toEqual([label, '-']);
      expect(cells(label)?.[0]).not.toBe('-');
    }
  });
});

describe('the files of an export', () => {
  it('of a search are the samples, beside what every kind has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'espalier-export-'));
    try {
      const run = await played();
      const options = { store: run.store, runId: run.id, force: false, partial: false };
      const { files, samples } = await exportRun({ ...options, directory: join(folder, 'out') });
      expect([files, samples]).toEqual([['samples.jsonl', 'trace.jsonl', 'run.json'], 2]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
