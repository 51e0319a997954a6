import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { printEnvironments } from '../../../cli/runs/print-environments';
import { functionFigures, repositoryLines } from '../../../cli/runs/environment-progress';
import { Output } from '../../../cli/terminal/output';
import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { cancelWork } from '../../../client';
import { queuePlan } from '../../../core/durable/task-queues';
import { checkEnvironmentRequest } from '../../../lab/environments/environment-request';
import { planEnvironments } from '../../../lab/environments/plan-environments';
import { beginWork } from '../../../lab/runs/begin-work';
import { recordRun } from '../../../lab/runs/start-run';
import { deferred } from '../../fakes/deferred';
import { describeWithTemporal } from '../../prerequisites';
import { building, ScriptedEnvironments } from '../../workflows/support/scripted-environment';
import { eventually } from '../../../laboratory/home/eventually';
import { scriptedRun, scriptedWorker } from '../../workflows/support/scripted-run';
import { startTestEngine } from '../../workflows/support/test-engine';
import type { TestEngine } from '../../workflows/support/test-engine';

describeWithTemporal('a run of environments that was planned', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  function repository(name: string): string {
    const folder = join(engine.root, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.py`), 'def f(a):\n    return a\n');
    return folder;
  }

  it('is attached to by the same request, resumed when it was cancelled, and repeats nothing that has ended', async () => {
    const held = deferred();
    const reached = deferred();
    let holds = true;
    const world = new ScriptedEnvironments({
      step: async ({ action, attempt, context }) => {
        if (!holds || !attempt.problem.startsWith('two') || action.kind !== 'coverage') return null;
        reached.resolve();
        await Promise.race([
          held.promise,
          new Promise((_, reject) => {
            context.signal.addEventListener('abort', () => reject(new Error('ended')));
          }),
        ]);
        return null;
      },
    });
    const { store, dependencies, activities } = await scriptedRun(engine, building({ world }));
    const settings = readSettings({ ESPALIER_HOME: engine.root });
    const context = { settings, folder: stateFolder(settings), note: () => undefined };
    const request = checkEnvironmentRequest({ sources: [repository('one'), repository('two')] });
    const start = async () => {
      const plan = await planEnvironments(context, store, request);
      const record = await recordRun(store, plan);
      const nothing = async () => undefined;
      const services = {
        client: async () => engine.client,
        bundle: async () => null,
        revive: nothing,
      };
      const work = { services, record, concurrency: plan.concurrency, paused: null };
      return { plan, how: await beginWork(context, store, work) };
    };
    const queue = queuePlan(settings.ESPALIER_QUEUES).workflows;
    const worker = await scriptedWorker({ engine, dependencies, activities }, { queue });
    await worker.runUntil(async () => {
      const { plan, how } = await start();
      expect(how).toBe('begun');
      const statusOf = async () => (await store.runs.run(plan.id))?.status;
      await reached.promise;
      const [one = '', two = ''] = plan.config.problems;
      const ended = () => store.runs.attempt({ run: plan.id, problem: one, sample: 0 });
      await eventually('the end of the first', async () => (await ended())?.status === 'completed');
      expect(await repositoryLines(store, plan)).toEqual([expect.stringContaining(two) as unknown]);
      expect(await functionFigures(store, plan.id)).toEqual([]);

      expect(await start()).toMatchObject({ plan: { id: plan.id }, how: 'attached' });

      await cancelWork(engine.client, plan.id);
      await eventually('its end', async () => (await statusOf()) === 'cancelled');
      holds = false;
      expect(await start()).toMatchObject({ plan: { id: plan.id }, how: 'begun' });
      await eventually('its end', async () => (await statusOf()) === 'completed');
      expect(world.asked.filter((asked) => asked === `takeIn ${one}`)).toHaveLength(1);
      expect(world.asked.filter((asked) => asked === `takeIn ${two}`)).toHaveLength(2);

      const lines: string[] = [];
      const stdout = { write: (text: string) => void lines.push(text) };
      const output = new Output({ json: true, stdout, stderr: stdout });
      expect(await printEnvironments({ ...context, output }, store, plan.id)).toBe(0);
      expect(JSON.parse(lines.join(''))).toMatchObject({
        status: 'completed',
        repositories: [
          { id: one, status: { code: 'ok' } },
          { id: two, status: { code: 'ok' } },
        ],
      });
    });
    await store.close();
  });
});
