import type { StageCount } from '../../core/ports/environment';
import type { Store } from '../../core/ports/records';
import type { StartableRun } from '../../lab/runs/start-run';
import { countText } from '../../core/words/plural';
import { terminalLine } from '../../report/terminal-safe';
import { textTable } from '../../report/text-table';

/** So many repositories fit under the figures of a terminal. */
const shown = 12;

/** How many of all functions that harnesses are built for have come to an end, and to which; nothing before there are any. */
export async function functionFigures(store: Store, run: string): Promise<readonly string[]> {
  const counts = await store.environments.stageCounts(run);
  const [accepted, rejected, waiting] = stagesOf(counts);
  const all = accepted + rejected + waiting;
  if (all === 0) return [];
  const ended = `${countText(accepted + rejected)}/${countText(all)} functions`;
  return [`${ended} · ${countText(accepted)} accepted · ${countText(rejected)} rejected`];
}

/** Those that are worked on now, each with its functions; without any it is being installed still. */
export async function repositoryLines(
  store: Store,
  { id: run, config }: Pick<StartableRun, 'id' | 'config'>,
): Promise<readonly string[]> {
  const statuses = await store.runs.attemptStatuses(run);
  const open = statuses.filter(({ status }) => status === 'running').slice(0, shown);
  const counts = await store.environments.stageCounts(run);
  return textTable(
    open.map(({ position }) => {
      const problem = config.problems[position] ?? '';
      const [accepted, rejected, waiting] = stagesOf(
        counts.filter((one) => one.problem === problem),
      );
      const all = accepted + rejected + waiting;
      const far =
        all === 0
          ? 'not installed yet'
          : `${countText(accepted + rejected)}/${countText(all)} · ${countText(accepted)} accepted`;
      return [`  ${terminalLine(problem)}`, far];
    }),
  );
}

function stagesOf(
  counts: readonly StageCount[],
): readonly [accepted: number, rejected: number, waiting: number] {
  const of = (stage: StageCount['stage']): number =>
    counts.filter((one) => one.stage === stage).reduce((sum, { count }) => sum + count, 0);
  return [of('accepted'), of('rejected'), of('waiting')];
}
