import { requestsOf, unanswered } from '../../laboratory/home/request-log';
import { describeWithSandbox, describeWithTemporal } from '../prerequisites';
import type { AgentRole } from '../../core/names/roles';
import {
  killAtMoment,
  concurrency,
  crashHome,
  expectSurvived,
  finished,
  steadyProblems,
  undisturbedRun,
} from './crash-run';

jest.setTimeout(480_000);

const runOf = (...method: readonly string[]): readonly string[] => [
  ...['run', 'start', '--dataset', 'bundled', '--model', 'simulated', '--method', ...method],
  ...['--budget', '5', '--competence', '0', '--problems', steadyProblems.join(',')],
  ...['--concurrency', String(concurrency), '--json'],
];

/** Each method with a question that `code-tree` does not ask, or not there. */
describeWithTemporal('a run whose worker is killed while it asks between nodes', () => {
  describeWithSandbox('with real boxes', () => {
    it.each<[string, AgentRole, readonly string[]]>([
      ['map-coder', 'planner', runOf('map-coder')],
      ['code-tree-dfs', 'thinker-reflections', runOf('code-tree-dfs', '--variant', 'd5w2')],
      ['strategy-list', 'thinker-strategies', runOf('strategy-list')],
    ])('comes to the same end with %s, killed in a call of %s', async (_, role, start) => {
      const undisturbed = await undisturbedRun(start);
      const home = crashHome();
      try {
        const command = home.start(...start);
        const { death } = await killAtMoment(home, 'worker', () =>
          unanswered(requestsOf(home), role).length > 0 ? true : null,
        );
        finished(await command.end);
        await expectSurvived(home, undisturbed, [death]);
      } finally {
        await home.dispose();
      }
    });
  });
});
