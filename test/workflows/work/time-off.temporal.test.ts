import { setTimeout as sleep } from 'node:timers/promises';

import { ModelServerError } from '../../../llm';
import type { Script, ScriptedReply } from '../../fakes/scripted-model';
import { describeWithTemporal } from '../../prerequisites';
import { waitingFor } from '../support/run-facts';
import { programReply } from '../support/scripted-problems';
import { eventually } from '../../../laboratory/home/eventually';
import { scriptedRun, scriptedWorker, terminate } from '../support/scripted-run';
import { direct, failure, programs } from '../support/short-scripts';
import { startTestEngine } from '../support/test-engine';
import type { TestEngine } from '../support/test-engine';

const windowMs = 3_000;

describeWithTemporal('a run that nobody works on for longer than trouble is waited out', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it('goes on as if nothing had been, and its trouble still ends it once it was tried for so long', async () => {
    let mended = false;
    const trouble = (words: string, isOver: () => boolean): Script => ({
      solver: Array<ScriptedReply>(100).fill(() =>
        isOver()
          ? Promise.resolve(programReply('right'))
          : Promise.reject(new ModelServerError({ ...failure, words })),
      ),
    });
    const run = await scriptedRun(engine, {
      script: (problem) =>
        problem === 'P/0' ? trouble('overloaded', () => mended) : trouble('broken', () => false),
      programs,
      config: { ...direct, problems: ['P/0', 'P/1'] },
      timing: { retryForMs: windowMs },
    });
    const working = () => scriptedWorker(run, { queue: run.id });
    try {
      await (
        await working()
      ).runUntil(async () => {
        await run.start();
        await eventually(
          'both wait',
          async () => (await run.store.runs.waitingAttempts(run.id))?.count === 2,
        );
      });
      await sleep(2 * windowMs);
      expect(await waitingFor(run)).toContain('overloaded');
      mended = true;
      await (await working()).runUntil(() => run.end());
      expect(await run.attempt()).toMatchObject({ status: 'completed', result: { solved: true } });
      const broken = await run.attempt('P/1');
      expect(broken.status).toBe('unscored');
      expect(broken.result?.cause).toMatch(/broken.*It was tried for [23] s/u);
    } finally {
      await terminate(run);
      await run.store.close();
    }
  });
});
