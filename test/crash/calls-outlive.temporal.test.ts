import { setTimeout as sleep } from 'node:timers/promises';

import { createHome } from '../../laboratory/home/espalier-home';
import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { eventually } from '../../laboratory/home/eventually';
import { killNow, pidOf } from '../../laboratory/home/home-processes';
import type { Service } from '../../laboratory/home/home-processes';
import { withLogTails } from '../harness/log-tails';
import type { RequestLogEntry } from '../../llm/simulated';
import { arrivalsOf, requestsOf, unanswered } from '../../laboratory/home/request-log';
import type { CommandEnd, RunningCommand } from '../../laboratory/home/running-command';
import { inShort } from '../long';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import { finished } from './crash-run';

const scenarioMs = 240_000;
/** No two scenarios ask about the same problem. */
const startOf = (problems: readonly string[]): readonly string[] => [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', 'direct'],
  ...['--problems', problems.join(','), '--concurrency', '2', '--json'],
];

/** Healthy calls that take longer than every lease, heartbeat and grace of these tests, and than a command's start. */
function slowHome(): EspalierHome {
  return createHome({
    environment: { ESPALIER_SIMULATED_LATENCY_MS: '12000', ESPALIER_SANDBOX: 'bubblewrap' },
  });
}

function requestsAbout(
  home: EspalierHome,
  problems: readonly string[],
): readonly RequestLogEntry[] {
  return requestsOf(home).filter(({ problem }) => problems.includes(problem));
}

async function pidNow(home: EspalierHome, service: Service): Promise<number> {
  const pid = await pidOf(home, service);
  if (pid === null) throw new Error(`no ${service} runs`);
  return pid;
}

/** @returns how the last command that waited for the calls ended */
type Scenario = (
  home: EspalierHome,
  command: RunningCommand,
  start: readonly string[],
) => Promise<CommandEnd>;

const whenStopped: Scenario = async (home, command) => {
  const worker = await pidNow(home, 'worker');
  process.kill(worker, 'SIGSTOP');
  await sleep(3_500);
  process.kill(worker, 'SIGCONT');
  return command.end;
};

const whenEngineDies: Scenario = async (home, command) => {
  const worker = await pidNow(home, 'worker');
  await killNow(await pidNow(home, 'engine'));
  const end = await command.end;
  expect(await pidOf(home, 'worker')).toBe(worker);
  return end;
};

const whenAttachedTo: Scenario = async (home, command, start) => {
  const worker = await pidNow(home, 'worker');
  const other = createHome({
    root: home.folder.root,
    environment: { ...home.environment, ESPALIER_SANDBOX_SLOTS: '7' },
  }).start(...start);
  finished(await other.end);
  expect(other.notes()).toContain('though ESPALIER_SANDBOX_SLOTS differ');
  const end = await command.end;
  expect(await pidOf(home, 'worker')).toBe(worker);
  return end;
};

const whenTakenDown: Scenario = async (home, command, start) => {
  expect((await home.run('down')).code).toBe(0);
  expect(unanswered(requestsOf(home))).toEqual([]);
  expect((await command.end).code).toBe(3);
  return home.run(...start);
};

/** In one home, one after the other: nothing is to be left of the one for the next. */
const scenarios: readonly [title: string, problems: readonly string[], scenario: Scenario][] = [
  [
    'when its worker is stopped past its lease and continued',
    ['Bundled/0', 'Bundled/2'],
    whenStopped,
  ],
  ['when the engine is killed under the living worker', ['Bundled/4', 'Bundled/6'], whenEngineDies],
  [
    'when the run is attached to from a shell with another variable',
    ['Bundled/9', 'Bundled/13'],
    whenAttachedTo,
  ],
  ['when everything is taken down', ['Bundled/1', 'Bundled/3'], whenTakenDown],
];

describeWithTemporal('a healthy model call', () => {
  describeWithSandbox('with real processes', () => {
    let home: EspalierHome;
    beforeAll(() => {
      home = slowHome();
    });
    afterAll(() => home.dispose(), scenarioMs);

    it.each(inShort(scenarios, ([, , one]) => one === whenStopped || one === whenTakenDown))(
      'is sent once %s',
      (_, problems, scenario) =>
        withLogTails(home, async () => {
          const start = startOf(problems);
          const command = home.start(...start);
          await eventually('both calls', () =>
            unanswered(requestsAbout(home, problems)).length === 2 ? true : null,
          );
          const document = finished(await scenario(home, command, start));
          expect([...arrivalsOf(requestsAbout(home, problems)).values()]).toEqual([1, 1]);
          expect(document).toMatchObject({ completed: 2, repeatedCalls: 0, knownRepeatedCalls: 0 });
        }),
      scenarioMs,
    );
  });
});
