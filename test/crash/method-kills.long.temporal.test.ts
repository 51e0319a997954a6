import { requestsOf, unanswered } from '../../laboratory/home/request-log';
import type { MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { withLogTails } from '../harness/log-tails';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import type { AgentRole } from '../../core/names/roles';
import {
  killAtMoment,
  concurrency,
  crashHome,
  expectSurvived,
  finished,
  undisturbedRuns,
} from './crash-run';

jest.setTimeout(480_000);

const runOf = (problems: string, ...method: readonly string[]): readonly string[] => [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', ...method],
  ...['--budget', '5', '--competence', '0', '--problems', problems],
  ...['--concurrency', String(concurrency), '--json'],
];

/** Each method with a question that `code-tree` does not ask, or not there. No two ask about the same problem. */
const killed: readonly [method: string, role: AgentRole, start: readonly string[]][] = [
  ['map-coder', 'planner', runOf('Bundled/0,Bundled/13', 'map-coder')],
  [
    'code-tree-dfs',
    'thinker-reflections',
    runOf('Bundled/6,Bundled/2', 'code-tree-dfs', '--variant', 'd5w2'),
  ],
  ['strategy-list', 'thinker-strategies', runOf('Bundled/4,Bundled/9', 'strategy-list')],
];

/** The methods' runs go on in one home at the same time; its worker is killed in a call of each. */
async function killInEachMethod(): Promise<void> {
  const starts = killed.map(([, , start]) => start);
  const undisturbed = await undisturbedRuns(starts);
  const home = crashHome();
  try {
    await withLogTails(home, async () => {
      const commands = starts.map((start) => home.start(...start));
      const deaths: MomentOfDeath[] = [];
      const left = new Set(killed);
      while (left.size > 0) {
        const { death, seen } = await killAtMoment(home, 'worker', () => {
          const asked = unanswered(requestsOf(home));
          const isAsked = ([, role, start]: (typeof killed)[number]): boolean =>
            asked.some((one) => one.role === role && start.join().includes(one.problem));
          return [...left].find(isAsked) ?? null;
        });
        left.delete(seen);
        deaths.push(death);
        expect(death.inFlight.size).toBeGreaterThan(0);
      }
      for (const command of commands) finished(await command.end);
      await expectSurvived(home, undisturbed, deaths);
    });
  } finally {
    await home.dispose();
  }
}

describeWithTemporal('a run whose worker is killed while it asks between nodes', () => {
  describeWithSandbox('with real boxes', () => {
    let outcome: Promise<void>;
    beforeAll(() => {
      outcome = killInEachMethod();
      // Looked at by the tests; until then a failure is nobody's.
      outcome.catch(() => undefined);
    });

    it.each(killed)('comes to the same end with %s, killed in a call of %s', () => outcome);
  });
});
