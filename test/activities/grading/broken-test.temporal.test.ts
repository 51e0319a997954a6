import { TestBrokenError } from '../../../sandbox';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { describeWithTemporal } from '../../prerequisites';
import { programReply } from '../../workflows/support/scripted-problems';
import { withRun } from '../../workflows/support/scripted-run';
import { startTestEngine } from '../../workflows/support/test-engine';
import type { TestEngine } from '../../workflows/support/test-engine';

const problems = ['P/0', 'P/1', 'P/2'];
const programs = { first: 'pp/p', broken: 'pp/p', last: 'pp/p' };

describeWithTemporal('a run over a data set of which one test cannot be compiled', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it.each([
    ['a hidden test', 'direct', 1],
    ['a visible test', 'reflexion', 2],
  ])('ends that problem unscored, never failed, when it is %s, and goes on', async (...given) => {
    const [, method, tests] = given;
    const scripted = createScriptedSandbox(programs);
    let asked = 0;
    const sandbox: typeof scripted = {
      ...scripted,
      check: (task, options) => {
        const meant = String(task.program).includes("'broken'") && task.tests.length === tests;
        if (!meant) return scripted.check(task, options);
        asked += 1;
        return Promise.reject(new TestBrokenError(1, task.entryPoint, 'SyntaxError: no'));
      },
    };
    const names: Readonly<Record<string, string>> = { 'P/0': 'first', 'P/1': 'broken' };
    const script = (problem: string) => ({
      solver: [programReply(names[problem] ?? 'last')],
    });
    const config = { method, problems };
    await withRun(engine, { script, sandbox, config, concurrency: 1 }, async (run) => {
      await run.start();
      await run.end();
      const counts = { total: 3, completed: 2, unscored: 1, cancelled: 0 };
      expect(await run.store.runs.counts(run.id)).toMatchObject(counts);
      expect(await run.attempt('P/2')).toMatchObject({
        status: 'completed',
        result: { solved: true },
      });
      const { status, result } = await run.attempt('P/1');
      expect({ status, graded: result?.graded }).toEqual({ status: 'unscored', graded: [] });
      expect(result?.cause).toContain('Python cannot run test 1 of f: SyntaxError: no');
      expect(asked).toBe(1);
    });
  });
});
