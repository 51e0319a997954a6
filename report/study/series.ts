import { workRow } from '../../core/kinds/kinds';
import type { RunConfig } from '../../core/schemas/run';
import { authorAtEndpoint } from '../author-text';
import { judgingSets } from '../judging-set';
import { kindParticulars } from '../kinds';
import type { WholeRun } from '../load-run';
import { methodText } from '../method-text';
import { plural } from '../../core/words/plural';
import { visibleSource } from '../shown-tests';
import { terminalLine } from '../terminal-safe';

/** A run with the words that tell it from the others of a report. */
export interface Series {
  readonly run: WholeRun;
  /** Model and endpoint: a server may call itself what it likes. Of our own servers what they answer from; of an evaluation its samples. */
  readonly model: string;
  /** The method, with the shape of its trees where that is not its usual one, and with what else differs between the runs. */
  readonly method: string;
  readonly dataset: string;
}

/** What may differ between runs besides model, method and data set. It is shown only if it differs. */
const particulars: readonly ((config: RunConfig) => string)[] = [
  budgetText,
  ({ seed }) => `seed ${String(seed)}`,
  ({ samples }) => `samples ${String(samples)}`,
  ({ temperature }) => `temperature ${String(temperature ?? 'usual')}`,
  ({ problems }) => `${String(problems.length)} problems`,
  ({ model }) => `competence ${String(model.competence ?? '-')}`,
  ({ model }) => `critic ${String(model.criticAccuracy ?? '-')}`,
  ({ model }) => `bank model ${model.bankModel ?? 'any'}`,
  ({ assurance }) => `assurance ${assurance}`,
  ({ grading }) => `graded as ${grading?.profile ?? 'strict'}`,
  ({ dataset }) =>
    `visible tests ${dataset.visibleTests === undefined ? 'unknown' : visibleSource(dataset.visibleTests)}`,
  ...kindParticulars('runs'),
  ({ versions }) => `versions ${versions?.prompts?.slice(0, 8) ?? '-'}`,
];

function budgetText(config: RunConfig): string {
  const budget = workRow(config.kind).budget(config);
  if (budget === null) return 'no budget';
  return budget.of === 'program' ? `budget ${String(budget.most)}` : plural(budget.most, budget.of);
}

/** No two runs of one data set have the same words: where nothing else differs, the id is added. */
export function seriesOf(runs: readonly WholeRun[]): readonly Series[] {
  const setOf = judgingSets(runs);
  const differing = [
    ...particulars.filter((say) => varies(runs, say, setOf)),
    ...kindParticulars('runs of one method').filter((say) =>
      varies(runs, say, (run) => `${run.record.config.method} ${setOf(run)}`),
    ),
  ];
  const named = runs.map((run) => ({
    run,
    model: terminalLine(authorAtEndpoint(run.record.config)),
    method: [methodText(run.record.config), ...differing.map((say) => say(run.record.config))]
      .filter((word) => word !== '')
      .join(', '),
    dataset: datasetName(run, runs, setOf),
  }));
  return named.map((one) => {
    const alike = named.filter(
      ({ model, method, dataset }) =>
        model === one.model && method === one.method && dataset === one.dataset,
    );
    const { id } = one.run.record;
    return alike.length === 1 ? one : { ...one, method: `${one.method}, ${terminalLine(id)}` };
  });
}

/** Whether runs of one group differ in it, such as those of one data set: that data sets have other sizes is no news. */
function varies(
  runs: readonly WholeRun[],
  say: (config: RunConfig) => string,
  groupOf: (run: WholeRun) => string,
): boolean {
  const groups = new Map<string, Set<string>>();
  for (const run of runs) {
    const group = groupOf(run);
    groups.set(group, (groups.get(group) ?? new Set()).add(say(run.record.config)));
  }
  return [...groups.values()].some(({ size }) => size > 1);
}

/** With its hash where two data sets of the report have one name: of what judges, which other visible tests do not change. */
function datasetName(
  run: WholeRun,
  runs: readonly WholeRun[],
  setOf: (run: WholeRun) => string,
): string {
  const { name } = run.record.config.dataset;
  const twice = runs.some(
    (other) => other.record.config.dataset.name === name && setOf(other) !== setOf(run),
  );
  return terminalLine(twice ? `${name} (${setOf(run).slice(0, 6)})` : name);
}
