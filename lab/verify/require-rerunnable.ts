import { UsageError } from '../../core/errors/errors';
import type { DatasetProblem } from '../../core/tasks/problem';
import { workRow } from '../../core/kinds/kinds';
import { differingVersions } from '../../core/work/versions';
import { shownIds } from '../planning/shown-ids';
import type { RunFacts } from './read-run-export';
import { ownVersions } from '../planning/own-versions';

/**
 * Refuses a run that could not come to the same again, whatever its calls are.
 * @throws UsageError (`NOTHING_TO_REPLAY`) of a kind without verdicts, or without a model; (`RUN_OF_OTHER_VERSIONS`) naming what differs;
 * (`NOT_REPLAYABLE`) for attempts that a person steered, or that have no verdict for another reason than their level or their reference
 */
export function requireRerunnable(facts: RunFacts): void {
  const { run, config, total, completed, steered, refused, badReferences } = facts;
  if (!workRow(config.kind).scored) {
    throw new UsageError(
      `run ${run} is of kind ${config.kind}: it has no verdicts, and its export no calls to answer a rerun`,
      '`espalier env check` looks at what was built',
      { code: 'NOTHING_TO_REPLAY' },
    );
  }
  if (config.model.kind === 'none') {
    throw new UsageError(
      `run ${run} asked no model: there are no calls to answer a rerun`,
      'Grade its samples once more: `espalier evaluate` with its flags, --regrade and --fresh NAME',
      { code: 'NOTHING_TO_REPLAY' },
    );
  }
  const differing = differingVersions(config.versions, ownVersions(config));
  if (differing.length > 0) {
    throw new UsageError(
      `run ${run} was made with other versions of: ${differing.join(', ')}`,
      'Verify it with the version of espalier that made it',
      { code: 'RUN_OF_OTHER_VERSIONS' },
    );
  }
  const open = total - completed - refused.length - badReferences.length;
  if (open > 0) {
    throw notRerunnable(
      run,
      `${String(open)} of its ${String(total)} attempts have no verdict`,
      `Finish it with \`espalier run resume ${run}\` and export it again`,
    );
  }
  if (steered) {
    throw notRerunnable(
      run,
      'a person steered or cancelled an attempt, and what they did is not in its export',
      'Make it again without: `espalier run start` with its flags and --fresh NAME',
    );
  }
}

/** @throws UsageError (`EXPORT_DAMAGED`) for problems that are not there; (`NOT_REPLAYABLE`) for those that need what no export of a run holds */
export function requireProblems(
  { run, config }: Pick<RunFacts, 'run' | 'config'>,
  rows: readonly DatasetProblem[],
): void {
  const held = new Set(rows.map(({ problem }) => problem.id));
  const missing = config.problems.filter((id) => !held.has(id));
  if (missing.length > 0) {
    throw new UsageError(
      `the export of run ${run} lacks problems: ${shownIds(missing)}`,
      'Export it again, with its calls: `espalier run export RUN DIR --force --with-calls`',
      { code: 'EXPORT_DAMAGED' },
    );
  }
  const harnesses = rows.filter(({ problem }) => problem.kind === 'harness');
  if (harnesses.length === 0) return;
  throw notRerunnable(
    run,
    'its programs are judged in repositories, which its export does not hold',
    'Make it again where its repositories are: `espalier env evaluate RUN --fresh NAME`',
  );
}

function notRerunnable(run: string, why: string, remedy: string): UsageError {
  return new UsageError(`run ${run} cannot be run again: ${why}`, remedy, {
    code: 'NOT_REPLAYABLE',
  });
}
