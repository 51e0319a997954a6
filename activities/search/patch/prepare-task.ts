import { assertNever } from '../../../core/values/assert-never';
import type { PreparePorts, Prepared } from '../../../core/ports/search';
import { durable } from '../../work/durable';
import type { AgentContext } from '../agent-context';
import { BaseRuns } from './base-runs';
import { locatePlaces } from './locate-places';
import { reproduceIssue } from './reproduce-issue';
import { runRegression } from './run-regression';
import type { TaskRepositories } from './task-repository';

const nothing: Prepared = { calls: [], neutral: [] };

/** The steps before the first patch of a problem (issue, point 1). What they find is kept for the problem in the run. */
export function createPrepareTask(
  agents: AgentContext,
  repositories: TaskRepositories,
): PreparePorts['prepareTask'] {
  const { dependencies, contexts } = agents;
  const base = new BaseRuns(dependencies);
  return ({ attempt, step }) =>
    durable(dependencies.store, attempt, async (context) => {
      const { run, problem } = await contexts.of(attempt);
      if (problem.kind !== 'patch') return nothing;
      const repository = await repositories.of(problem.source, context.signal);
      const given = { attempt, run, problem };
      switch (step) {
        case 'environment':
          return nothing;
        case 'places':
          return locatePlaces(agents, repository, context, given);
        case 'regression':
          return runRegression(agents, { repository, base }, context, given);
        case 'reproduction':
          return reproduceIssue(agents, base, context, given);
        default:
          return assertNever(step);
      }
    });
}
