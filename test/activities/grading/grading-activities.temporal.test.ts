import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';

import { keepBatch, readVerdicts } from '../../../activities';
import { checkKey } from '../../../activities/grading/check-key';
import { checkOf } from '../../../core/tasks/check-of';
import { hiddenLimit } from '../../../core/grading/hidden-limit';
import type { GradedBatch } from '../../../core/ports/grading';
import type { Store } from '../../../core/ports/records';
import { GradingBatch } from '../../../core/schemas/grading';
import { openStore } from '../../../store';
import { describeWithTemporal } from '../../prerequisites';
import { endRuntime } from '../../workflows/support/quiet-runtime';
import { scriptedProblem } from '../../workflows/support/scripted-problems';
import { wholeHistory } from '../../workflows/support/whole-history';
import { startTestEngine } from '../../workflows/support/test-engine';
import type { TestEngine } from '../../workflows/support/test-engine';

const dataset = 'd'.repeat(64);
/** Forty programs; every seventh is stopped, every third fails. */
const letters = (place: number): string => (place % 7 === 6 ? 't' : place % 3 === 2 ? 'f' : 'p');
const verdicts = Object.fromEntries(
  Array.from({ length: 40 }, (_, place) => [`program-${String(place)}`, `pp/${letters(place)}`]),
);
const names = Object.keys(verdicts);
const source = (name: string): string => `def f(x):\n    return '${name}'`;

describeWithTemporal('a batch whose workers are killed in the middle', () => {
  let engine: TestEngine;
  let store: Store;
  let input: string;
  let graded: GradedBatch;
  const queue = 'batch';
  const terms = { limits: hiddenLimit(), seed: 7, assurance: 'data' } as const;
  /** Programs begun by each worker in turn, and those that had their result when it died. */
  const lives: { readonly begun: readonly string[]; readonly recorded: ReadonlySet<string> }[] = [];

  const path = (name: string): string => join(engine.root, name);

  /** A worker process until it dies, or until `end`. */
  async function live(nth: number, last: number, end: Promise<unknown>): Promise<void> {
    const script = ['scripts/run.cjs', 'test/activities/grading/batch-worker.ts'];
    const log = path(`log-${String(nth)}`);
    const given = [engine.address, queue, path('store'), log, JSON.stringify(verdicts)];
    const child = spawn(process.execPath, [...script, ...given, String(last)], {
      cwd: resolve(__dirname, '../../..'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const dead = once(child, 'exit');
    await Promise.race([dead, end]);
    child.kill('SIGKILL');
    await dead;
    const begun = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    lives.push({ begun, recorded: await recorded() });
  }

  async function recorded(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const name of names) {
      const { problem, hidden } = scriptedProblem('P/0');
      const check = checkOf(problem, hidden, source(name), terms);
      const result = await store.executions.find(checkKey(check, 'scripted'));
      if (result !== null) found.add(name);
    }
    return found;
  }

  beforeAll(async () => {
    engine = await startTestEngine();
    store = await openStore({ path: path('store') });
    await store.problems.save(dataset, [scriptedProblem('P/0')]);
    const programs = await Promise.all(names.map((name) => store.blobs.put(source(name))));
    const items = programs.map((program) => ({ program, dataset, problem: 'P/0' }));
    input = await keepBatch(store.blobs, GradingBatch.parse({ items, tests: 'hidden', ...terms }));
    const workflowBundle = await bundleWorkflowCode({
      workflowsPath: resolve(__dirname, 'batch-workflow.ts'),
      logger: new DefaultLogger('ERROR'),
    });
    const { connection } = engine;
    const workflows = await Worker.create({ connection, taskQueue: queue, workflowBundle });
    graded = await workflows.runUntil(async () => {
      const result = engine.client.workflow.execute('gradeOneBatch', {
        workflowId: 'batch',
        taskQueue: queue,
        args: [input],
      }) as Promise<GradedBatch>;
      // One dies among the first programs, the next among those that are run again alone.
      for (const [nth, last] of [9, 37].entries()) await live(nth, last, result);
      await live(2, 0, result);
      return result;
    });
  }, 120_000);

  afterAll(async () => {
    await store.close();
    await engine.close();
    await endRuntime();
  });

  it('had the first worker die among the first programs, the second among the last', () => {
    expect(lives.map(({ begun }) => begun.length).slice(0, 2)).toEqual([9, 37]);
    const stopped = names.filter((_, place) => letters(place) === 't');
    const [first, second, last] = lives.map(({ recorded }) => recorded);
    expect(first?.size).toBeGreaterThan(0);
    expect(first?.size).toBeLessThan(10);
    const open = names.filter((name) => second?.has(name) === false);
    expect(open.length).toBeGreaterThan(0);
    expect(stopped).toEqual(expect.arrayContaining(open));
    expect(last?.size).toBe(names.length);
  });

  it('grades no program again that has its result', () => {
    lives.forEach(({ begun }, nth) => {
      const before = lives[nth - 1]?.recorded ?? new Set<string>();
      expect(begun.filter((name) => before.has(name))).toEqual([]);
    });
  });

  it('answers every program once, in order, with the verdict it has', async () => {
    const kept = await readVerdicts(store.blobs, graded.verdicts);
    const words = { p: 'passed', f: 'failed', t: 'timed-out' };
    expect(
      kept.map((one) => (one.kind === 'graded' ? one.result.outcomes[0]?.kind : one.cause)),
    ).toEqual(names.map((_, place) => words[letters(place) as 'p' | 'f' | 't']));
    const asked = (JSON.parse(await store.blobs.get(input)) as GradingBatch).items;
    expect(kept.map(({ program }) => program)).toEqual(asked.map(({ program }) => program));
    expect(graded).toMatchObject({
      graded: 40,
      passed: names.filter((_, place) => letters(place) === 'p').length,
    });
    expect(kept[0]).toMatchObject({
      result: { provenance: { assurance: 'data', seed: 7, limits: terms.limits } },
    });
  });

  it('puts references into the history, and no program or test', async () => {
    const handle = engine.client.workflow.getHandle('batch');
    const { texts, payloadBytes } = await wholeHistory(handle);
    const text = texts.join('\n');
    expect(text).toContain(graded.verdicts);
    expect(text).not.toContain('return ');
    expect(text).not.toContain('assert');
    expect(payloadBytes).toBeLessThan(1_000);
  });
});
