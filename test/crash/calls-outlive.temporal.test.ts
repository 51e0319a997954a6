import { setTimeout as sleep } from 'node:timers/promises';

import { createHome, documentOf } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { killNow, pidOf } from '../../laboratory/home/home-processes';
import type { Service } from '../../laboratory/home/home-processes';
import { withLogTails } from '../harness/log-tails';
import { arrivalsOf, requestsOf, unanswered } from '../../laboratory/home/request-log';
import type { RunningCommand } from '../../laboratory/home/running-command';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { finished } from './crash-run';
import { ScenarioPool } from './scenario-pool';

const scenarioMs = 240_000;
const start = [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'direct'],
  ...['--problems', 'Bundled/0,Bundled/2', '--concurrency', '2', '--json'],
];
const run = (home: EspalierHome) => home.start(...start);

/** Healthy calls that take longer than every lease, heartbeat and grace of these tests, and than a command's start. */
function slowHome(): EspalierHome {
  return createHome({
    environment: { ESPALIER_SIMULATED_LATENCY_MS: '12000', ESPALIER_SANDBOX: 'bubblewrap' },
  });
}

async function bothCallsInFlight(home: EspalierHome): Promise<void> {
  await eventually('both calls', () => (unanswered(requestsOf(home)).length === 2 ? true : null));
}

async function pidNow(home: EspalierHome, service: Service): Promise<number> {
  const pid = await pidOf(home, service);
  if (pid === null) throw new Error(`no ${service} runs`);
  return pid;
}

type Scenario = (home: EspalierHome, command: RunningCommand) => Promise<void>;

const scenarios: Readonly<Record<string, Scenario>> = {
  'when its worker is stopped past its lease and continued': async (home, command) => {
    const worker = await pidNow(home, 'worker');
    process.kill(worker, 'SIGSTOP');
    await sleep(3_500);
    process.kill(worker, 'SIGCONT');
    finished(await command.end);
  },
  'when the engine is killed under the living worker': async (home, command) => {
    const worker = await pidNow(home, 'worker');
    await killNow(await pidNow(home, 'engine'));
    finished(await command.end);
    expect(await pidOf(home, 'worker')).toBe(worker);
  },
  'when the run is attached to from a shell with another variable': async (home, command) => {
    const worker = await pidNow(home, 'worker');
    const other = createHome({
      root: home.folder.root,
      environment: { ...home.environment, ESPALIER_SANDBOX_SLOTS: '7' },
    }).start(...start);
    finished(await other.end);
    expect(other.notes()).toContain('though ESPALIER_SANDBOX_SLOTS differ');
    finished(await command.end);
    expect(await pidOf(home, 'worker')).toBe(worker);
  },
  'when everything is taken down': async (home, command) => {
    expect((await home.run('down')).code).toBe(0);
    expect(unanswered(requestsOf(home))).toEqual([]);
    expect((await command.end).code).toBe(3);
    finished(await home.run(...start));
  },
};

describeWithTemporal('a healthy model call', () => {
  describeWithSandbox('with real processes', () => {
    const pool = new ScenarioPool(2);
    const outcomes = new Map<string, Promise<void>>();

    async function play(scenario: Scenario): Promise<void> {
      const home = slowHome();
      try {
        await withLogTails(home, async () => {
          const command = run(home);
          await bothCallsInFlight(home);
          await scenario(home, command);
          expect([...arrivalsOf(requestsOf(home)).values()]).toEqual([1, 1]);
          const shown = documentOf(await home.run(...start));
          expect(shown).toMatchObject({ completed: 2, repeatedCalls: 0, knownRepeatedCalls: 0 });
        });
      } finally {
        await home.dispose();
      }
    }

    beforeAll(() => {
      for (const [title, scenario] of Object.entries(scenarios)) {
        const outcome = pool.add(() => play(scenario));
        outcome.catch(() => undefined);
        outcomes.set(title, outcome);
      }
    });

    it.each(Object.keys(scenarios))(
      'is sent once %s',
      async (title) => {
        await outcomes.get(title);
      },
      scenarioMs,
    );
  });
});
