import { hiddenLimit } from '../../core/grading/hidden-limit';
import { visibleLimit } from '../../core/grading/visible-limit';
import type { Store } from '../../core/ports/records';
import { RunConfig } from '../../core/schemas/run';
import { usualLeastLevel } from '../../core/schemas/verdict';
import { asJson, canonicalJson } from '../../core/values/canonical-json';
import type { LabContext } from '../lab-context';
import { environmentRunOf } from '../planning/environment-dataset';
import { noModel } from '../planning/no-model';
import { ownVersions } from '../planning/own-versions';
import { runIdOf } from '../planning/run-id';
import type { StartableRun } from '../runs/start-run';
import { sha256Of } from '../sha256-of';
import { commitCandidates } from './commit-candidates';
import { environmentCandidates } from './environment-candidates';
import type { CheckedMakeRequest } from './make-request';

/**
 * Plans a run that makes tasks of commits, or of the functions of a run of environments. What they are made of is read into the store now;
 * trees are read when their turn comes.
 * @throws UsageError for a source that is not there, and one without a candidate
 */
export async function planMake(
  { note }: Pick<LabContext, 'note'>,
  store: Store,
  request: CheckedMakeRequest,
): Promise<StartableRun> {
  const environmentRun = environmentRunOf(request.source);
  const { name, candidates, passedOver } = await (environmentRun === null
    ? commitCandidates(note, request)
    : environmentCandidates(store, environmentRun, request));
  const stored = await Promise.all(
    candidates.map(async (one) => [one.id, await store.blobs.put(JSON.stringify(one))] as const),
  );
  const asked = RunConfig.parse({
    kind: 'task',
    method: 'make-tasks',
    dataset: {
      name,
      sha256: sha256Of(canonicalJson(asJson(Object.fromEntries(stored)))),
    },
    problems: candidates.map(({ id }) => id),
    model: noModel.config,
    limits: { visible: visibleLimit(), hidden: hiddenLimit() },
    assurance: usualLeastLevel,
    ...(request.fresh === undefined ? {} : { fresh: request.fresh }),
    task: { candidates: Object.fromEntries(stored), times: request.times, passedOver },
  });
  const config = { ...asked, versions: ownVersions(asked) };
  return {
    ...{ id: runIdOf(config), config, model: noModel },
    ...{ dataset: { rows: [] }, concurrency: request.concurrency },
  };
}
