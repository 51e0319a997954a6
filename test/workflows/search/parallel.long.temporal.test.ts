import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cancelWork, queryTree, steer } from '../../../client';
import type { SearchOutcome } from '../../../core/kinds/search/schema';
import { searchOutcome } from '../../../core/kinds/of-kind';
import { exportRun } from '../../../report/export/export-run';
import { openStore } from '../../../store';
import { heldReply } from '../../fakes/scripted-model';
import type { HeldReply, Script, ScriptedReply } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { historiesOf, untilAtRest } from '../support/run-facts';
import { programReply, reflectionsReply, strategiesReply } from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { played, terminate, withRun } from '../support/scripted-run';
import type { RunSpec, ScriptedRun } from '../support/scripted-run';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const programs = { a: 'rr/r', b: 'rf/f', c: 'pf/f', right: 'pp/p', late: 'pp/f', more: 'pf/f' };
const resample = { method: 'resample', budget: 6 };

/** Answers by the ordinal that is asked for, whoever is asked first. */
function byOrdinal(replies: readonly ScriptedReply[]): readonly ScriptedReply[] {
  return replies.map(() => async (call, signal) => {
    const reply = replies[call.ordinal];
    if (typeof reply === 'function') return reply(call, signal);
    if (typeof reply === 'string') return reply;
    throw reply instanceof Error ? reply : new Error(`no reply to ${String(call.ordinal)}`);
  });
}

const draws = (...names: readonly string[]): readonly string[] => names.map(programReply);

describeWithTemporal('a search that makes several expansions at a time', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  const outcomeOf = async (run: ScriptedRun): Promise<SearchOutcome> => {
    const outcome = searchOutcome((await run.attempt()).result);
    if (outcome === null) throw new Error('the attempt has no result');
    return outcome;
  };

  /** Holds some draws back; the body is run once all of them are asked for. */
  function withHeld<T>(
    { held, rest = {}, ...spec }: Partial<RunSpec> & HeldDraws,
    body: (run: ScriptedRun, draw: Readonly<Record<number, HeldReply>>) => Promise<T>,
  ): Promise<T> {
    const draw = Object.fromEntries(
      Object.entries(held).map(([ordinal, name]) => [ordinal, heldReply(programReply(name))]),
    );
    const solver = Array.from({ length: 8 }, (_, ordinal) => {
      return draw[ordinal]?.reply ?? programReply(rest[ordinal] ?? 'a');
    });
    const script: Script = { solver: byOrdinal(solver) };
    const whole = { programs, config: resample, parallel: 4, ...spec, script };
    return withRun(engine, whole, async (run) => {
      await run.start();
      await Promise.all(Object.values(draw).map(({ reached }) => reached));
      return body(run, draw);
    });
  }

  it('takes them in turn, whoever is first, and keeps apart what was made in vain', async () => {
    const outcome = await withHeld(
      { held: { 0: 'a', 1: 'b' }, rest: { 2: 'right', 3: 'late' } },
      async (run, draw) => {
        await eventually('those ahead are made', async () => {
          const { state, ahead } = await queryTree(engine.client, run.attemptId());
          expect([state.nodes.length, ahead]).toEqual([1, ['n1', 'n2', 'n3']]);
          return (await run.store.runs.calls(run.id)).filter(isAnswered).length === 2;
        });
        draw[1]?.release();
        draw[0]?.release();
        await run.end();
        return outcomeOf(run);
      },
    );
    const { speculative, ...counted } = outcome;
    expect(counted).toEqual(
      await played(
        engine,
        { programs, config: resample, script: { solver: draws('a', 'b', 'right') } },
        outcomeOf,
      ),
    );
    expect(counted).toMatchObject({ finish: 'solved-visible', answer: 'n2' });
    expect(speculative?.map(({ id }) => id)).toContain('n3');
    expect(speculative?.find(({ id }) => id === 'n3')).toMatchObject({
      visible: { kind: 'passed' },
      decision: null,
      ordinal: 3,
    });
  });

  it('exports the same bytes as one that makes one at a time', async () => {
    const solver = byOrdinal(draws('a', 'b', 'c', 'a', 'right', 'late', 'late', 'late', 'late'));
    const exported = async (parallel: number): Promise<Readonly<Record<string, string>>> => {
      const store = await openStore({
        path: join(engine.root, `export-${String(parallel)}.sqlite`),
      });
      const config = { ...resample, budget: 9, problems: ['P/0', 'P/1'] };
      const spec = { id: 'same-run', store, parallel, programs, config, script: { solver } };
      try {
        return await played(engine, spec, async (run) => {
          const directory = join(engine.root, `export-${String(parallel)}`);
          const { files } = await exportRun({
            ...{ store, runId: run.id, directory },
            ...{ force: false, partial: false },
          });
          const textOf = (name: string) => readFileSync(join(directory, name), 'utf8');
          return Object.fromEntries(files.map((name) => [name, textOf(name)]));
        });
      } finally {
        await store.close();
      }
    };
    const one = await exported(1);
    expect(Object.keys(one)).toEqual(expect.arrayContaining(['trace.jsonl', 'run.json']));
    expect(await exported(4)).toEqual(one);
  });

  it('cancels what is under way when it ends, and waits for none of it', async () => {
    await withHeld({ held: { 1: 'b', 2: 'c', 3: 'late' }, rest: { 0: 'right' } }, async (run) => {
      await run.end();
      const outcome = await outcomeOf(run);
      expect(outcome).toMatchObject({ finish: 'solved-visible', answers: ['n0'], speculative: [] });
      expect(outcome.nodes.map(({ id }) => id)).toEqual(['n0']);
      expect((await run.attempt()).result).toMatchObject({ solved: true });
      await eventually('the calls are given up', () =>
        run.model.calls.filter(({ ordinal }) => ordinal > 0).every(({ aborted }) => aborted),
      );
    });
  });

  it('makes children of one node side by side where the tree has no critic', async () => {
    const spec = {
      programs,
      config: { method: 'code-tree-bfs', search: { width: 3, maxDepth: 2 }, budget: 6 },
      script: {
        'thinker-strategies': [strategiesReply('count', 'sort', 'table')],
        solver: byOrdinal(draws('a', 'c', 'b')),
        'thinker-reflections': [reflectionsReply('one', 'two', 'three')],
        debugger: byOrdinal(draws('a', 'b', 'c', 'a', 'more', 'late')),
      },
    };
    const one = await played(engine, spec, outcomeOf);
    expect(one.nodes.map(({ id, parent }) => `${id} ${parent ?? '-'}`)).toEqual([
      ...['n0 -', 'n1 -', 'n2 -', 'n3 n1', 'n4 n1', 'n5 n1'],
    ]);
    expect(await played(engine, { ...spec, parallel: 3 }, outcomeOf)).toEqual(one);
  });

  it('lets a person pause, add a strategy, abort and accept while several are under way', async () => {
    const outcome = await withHeld(
      { held: { 0: 'a', 1: 'b', 2: 'c', 3: 'late' }, rest: { 4: 'late', 5: 'late' } },
      async (run, draw) => {
        const tell = steer.bind(null, engine.client, run.attemptId());
        await expect(tell({ kind: 'abort', node: 'n2' })).rejects.toMatchObject({
          message: expect.stringContaining('n2 is made ahead of its turn') as unknown,
        });
        await tell({ kind: 'pause', reason: 'let me think' });
        await tell({ kind: 'strategy', text: 'use a table' });
        await eventually('the draw that is another one now is given up', () =>
          run.model.calls.some(({ ordinal, aborted }) => ordinal === 1 && aborted),
        );
        await tell({ kind: 'abort', node: 'n0' });
        draw[2]?.release();
        await untilAtRest(run, run.attemptId(), 1);
        expect(run.model.calls).toHaveLength(4);
        draw[1]?.release();
        await tell({ kind: 'resume' });
        await eventually('the draw after the strategy is made', async () => {
          const { state } = await queryTree(engine.client, run.attemptId());
          return state.nodes.length > 2 && state.nodes[2]?.program !== null;
        });
        await tell({ kind: 'accept', node: 'n2' });
        await run.end();
        return outcomeOf(run);
      },
    );
    const told = outcome.nodes.map(({ id, steered, strategy }) => [id, steered, strategy?.excerpt]);
    expect(told.slice(0, 3)).toEqual([
      ['n0', 'aborted', undefined],
      ['n1', null, 'use a table'],
      ['n2', 'accepted', undefined],
    ]);
    expect(outcome).toMatchObject({ finish: 'steered-accept', answer: 'n2', steered: true });
  });

  it('ends all that is under way when it is cancelled', async () => {
    await withHeld({ held: { 0: 'a', 1: 'b' }, rest: { 2: 'c', 3: 'c' } }, async (run) => {
      await eventually('two are made', async () => {
        const calls = await run.store.runs.calls(run.id);
        return calls.filter(isAnswered).length === 2;
      });
      await cancelWork(engine.client, run.id);
      await run.end().catch(() => undefined);
      const { status, result } = await run.attempt();
      expect([status, searchOutcome(result)?.nodes.length]).toEqual(['cancelled', 1]);
    });
  });

  it('ends the same over several histories, none of which ends with one under way', async () => {
    const spec: RunSpec = {
      programs,
      config: { ...resample, budget: 8 },
      script: { solver: byOrdinal(draws('a', 'b', 'a', 'c', 'a', 'b', 'right', 'late')) },
      parallel: 3,
    };
    const { speculative, ...counted } = await played(engine, spec, outcomeOf);
    const short = await played(engine, { ...spec, timing: { maxHistory: 20 } }, async (run) => {
      expect(await historiesOf(run, run.attemptId())).toBeGreaterThan(1);
      return outcomeOf(run);
    });
    expect(counted.answer).toBe('n6');
    expect({ ...short, speculative }).toEqual({ ...counted, speculative });
  });

  it('still knows in a later history which programs were not needed', async () => {
    const spec = { held: { 0: 'a' }, parallel: 2, timing: { maxHistory: 20 } };
    const outcome = await withHeld(spec, async (run, draw) => {
      await eventually('the one ahead is made', async () => {
        const { state, ahead } = await queryTree(engine.client, run.attemptId());
        const calls = await run.store.runs.calls(run.id);
        return state.nodes.length === 1 && ahead.length === 1 && calls.some(isAnswered);
      });
      await untilAtRest(run, run.attemptId(), 1);
      await steer(engine.client, run.attemptId(), { kind: 'strategy', text: 'use a table' });
      draw[0]?.release();
      await run.end();
      expect(await historiesOf(run, run.attemptId())).toBeGreaterThan(1);
      return outcomeOf(run);
    });
    expect(outcome.speculative?.map(({ id }) => id)).toContain('n1');
  });

  it('asks nothing again that was answered ahead of its turn when the engine is lost', async () => {
    const store = await openStore({ path: join(engine.root, 'parallel.sqlite') });
    const spec = { programs, config: resample, parallel: 4, store, id: 'parallel-lost' };
    const other = await startTestEngine();
    try {
      const held = { 0: 'a' };
      await withHeld({ ...spec, held, rest: { 1: 'b', 2: 'c', 3: 'right' } }, async (run) => {
        await eventually('those ahead are answered', async () => {
          const calls = await run.store.runs.calls(run.id);
          return calls.filter(isAnswered).length === 3;
        });
        await terminate(run);
      });
      const again = { ...spec, script: { solver: byOrdinal(draws('a', 'a', 'a', 'a', 'a', 'a')) } };
      const ordinals = await played(other, again, async (run) => {
        expect(await outcomeOf(run)).toMatchObject({ finish: 'solved-visible', answer: 'n3' });
        return run.model.calls.map(({ ordinal }) => ordinal);
      });
      expect(ordinals.filter((ordinal) => ordinal > 0 && ordinal < 4)).toEqual([]);
    } finally {
      await store.close();
      await other.close();
    }
  });
});

interface HeldDraws {
  /** Program of each draw that is held back, by its ordinal. */
  readonly held: Readonly<Record<number, string>>;
  /** Programs of others; default `a`. */
  readonly rest?: Readonly<Record<number, string>>;
}

const isAnswered = ({ state }: { readonly state: string }): boolean => state === 'answered';
