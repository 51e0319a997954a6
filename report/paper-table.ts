import type { SolvedRate } from '../core/metrics/solved-rate';
import type { RoundPoint } from '../core/metrics/dialogue-summary';
import { UsageError } from '../core/errors';
import { modelKinds } from '../core/schemas/run';
import type { ModelKind, RunConfig } from '../core/schemas/run';
import type { FeedbackSource } from '../core/schemas/dialogue';
import type { DialogueConfig } from './dialogue-rows';
import type { LoadedRun } from './load-run';
import { intervalText } from './number-text';
import { modelText } from './run-table';
import { runStatements } from './statements';
import { terminalLine } from './terminal-safe';
import { textTable } from './text-table';

/** The paper's marks for who gave the feedback, and ours for those that it has not. */
const marks: Readonly<Record<FeedbackSource, string>> = {
  execution: '+EF',
  human: '+HF',
  oracle: '+HFO',
  person: '+person',
  none: '+none',
};

/** Of one data set: by the base tests, and by all that judge; null: that was not run. */
export interface PaperCell {
  readonly base: SolvedRate | null;
  readonly plus: SolvedRate | null;
}

export interface PaperRow {
  readonly kind: ModelKind;
  readonly model: string;
  /** `` for single-turn, which is round 1 of the same runs; else `+EF` and its like. */
  readonly mark: string;
  readonly cells: Readonly<Record<string, PaperCell>>;
  /** The mean over HumanEval and MBPP; null where one of them is missing. */
  readonly average: { readonly base: number | null; readonly plus: number | null };
  /** Ids of the runs that it is of. */
  readonly runs: readonly string[];
}

const paperSets = ['HE', 'MBPP'] as const;

interface PaperRun {
  readonly run: LoadedRun;
  readonly config: DialogueConfig;
  readonly first: RoundPoint;
  readonly last: RoundPoint;
}

/**
 * Rows in the shape of OpenCodeInterpreter's table: a model alone, then with each sort of feedback. Alone is round 1 of the
 * same runs, so that what feedback brought is no difference of prompts, machines or draws.
 * @throws UsageError for runs of another kind than `dialogue`
 */
export function paperRows(runs: readonly LoadedRun[]): readonly PaperRow[] {
  const held = runs.map(paperRun);
  const groups = new Map<string, PaperRun[]>();
  for (const one of held) {
    const key = groupOf(one, held);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].flatMap(([model, members]) => {
    const sources = [...new Set(members.map(({ config }) => config.dialogue.feedback))];
    const bySource = sources.map((source) => ({
      mark: marks[source],
      members: members.filter(({ config }) => config.dialogue.feedback === source),
    }));
    const single = bySource.map((one) => ({ ...one, row: rowOf(model, '', one.members) }));
    const alike = new Set(single.map(({ row }) => JSON.stringify(row.cells))).size === 1;
    return [
      ...(alike
        ? [rowOf(model, '', members)]
        : single.map(({ mark, row }) => ({ ...row, mark: `round 1 of ${mark}` }))),
      ...bySource.map((one) => rowOf(model, one.mark, one.members)),
    ];
  });
}

function paperRun(run: LoadedRun): PaperRun {
  const { config } = run.record;
  const rounds = run.summary.dialogue?.rounds ?? [];
  const [first] = rounds;
  const last = rounds.at(-1);
  if (config.kind === 'dialogue' && first !== undefined && last !== undefined) {
    return { run, config, first, last };
  }
  throw new UsageError(
    `run ${run.record.id} is no dialogue: it has no rounds to tell apart`,
    'Give runs of `--method refine`',
    { code: 'RUN_WITHOUT_ROUNDS' },
  );
}

/** The model, with whatever else differs between the runs and is not the table's own business. */
function groupOf({ run, config }: PaperRun, all: readonly PaperRun[]): string {
  const parts: readonly ((of: PaperRun) => string)[] = [
    ({ config: { model } }) => model.kind,
    ({ config: { dialogue } }) => `tests ${dialogue.feedbackTests}`,
    ({ config: { dialogue } }) => `${String(dialogue.rounds)} rounds`,
    ({ config: { dialogue } }) => `profile ${dialogue.profile}`,
    ({ config: { seed } }) => `seed ${String(seed)}`,
    ({ config: { temperature } }) => `temperature ${String(temperature ?? 'usual')}`,
    ({ config: { fresh } }) => `fresh ${fresh ?? 'none'}`,
  ];
  const differing = parts.filter((part) => new Set(all.map(part)).size > 1);
  const name = modelText(config.model, { bank: false });
  const of = all.find((one) => one.run === run);
  const words = of === undefined ? [] : differing.map((part) => part(of));
  return terminalLine([name, ...words].join(', '));
}

function rowOf(model: string, mark: string, members: readonly PaperRun[]): PaperRow {
  const cells: Record<string, PaperCell> = {};
  for (const { run, first, last } of members) {
    const point = mark === '' ? first : last;
    const set = setOf(run.record.config);
    cells[set] ??=
      point.base === null ? { base: point.all, plus: null } : { base: point.base, plus: point.all };
  }
  return {
    kind: members[0]?.config.model.kind ?? 'simulated',
    model,
    mark,
    cells,
    average: {
      base: meanOf(paperSets.map((set) => cells[set]?.base?.rate ?? null)),
      plus: meanOf(paperSets.map((set) => cells[set]?.plus?.rate ?? null)),
    },
    runs: members.map(({ run }) => run.record.id),
  };
}

/** HumanEval and MBPP are known by the ids of their problems: a file given by its path may have any name. */
function setOf({ problems, dataset }: RunConfig): string {
  const of = (prefix: RegExp): boolean => problems.every((id) => prefix.test(id));
  if (of(/^HumanEval\//u)) return 'HE';
  return of(/^Mbpp\//iu) ? 'MBPP' : terminalLine(dataset.name);
}

function meanOf(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null);
  if (known.length < rates.length) return null;
  return known.reduce((sum, rate) => sum + rate, 0) / known.length;
}

/** `run show A B ... --paper` as lines. */
export function paperLines(runs: readonly LoadedRun[]): readonly string[] {
  const rows = paperRows(runs);
  const others = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))].filter(
    (set) => !paperSets.some((one) => one === set),
  );
  const heads = [...paperSets, ...others];
  const tables = modelKinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    const lines = textTable([
      ['model', '', ...heads.map((set) => `${set} (${set}+)`), 'average (plus)'],
      ...own.map(({ model, mark, cells, average }) => [
        mark === '' || mark.startsWith('round 1') ? model : '',
        mark === '' ? 'round 1' : mark,
        ...heads.map((set) => pairText(cells[set]?.base?.rate, cells[set]?.plus?.rate)),
        pairText(average.base, average.plus),
      ]),
    ]);
    return [[...lines]];
  });
  return [
    ...tables.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
    '',
    ...runs.map((run) => runLine(paperRun(run))),
    '',
    ...notes(runs).map((note) => `- ${note}`),
  ];
}

/** `76.2 (72.0)`, in percent as in the paper. */
function pairText(base: number | null | undefined, plus: number | null | undefined): string {
  const text = (rate: number | null | undefined): string =>
    rate === null || rate === undefined ? '-' : (100 * rate).toFixed(1);
  return base === null || base === undefined ? '-' : `${text(base)} (${text(plus)})`;
}

function runLine({ run, first, last, config }: PaperRun): string {
  const said = (name: string, { base, all }: RoundPoint): string =>
    base === null
      ? `${name} ${intervalText(all.interval)}`
      : `${name} ${intervalText(base.interval)} (${intervalText(all.interval)})`;
  const { rounds, feedbackTests } = config.dialogue;
  return terminalLine(
    `${run.record.id}: ${String(first.all.of)} of ${String(run.summary.total)} attempts, feedback tests ${feedbackTests}; ` +
      `95 % intervals: ${said('round 1', first)}, ${said(`round ${String(rounds)}`, last)}`,
  );
}

function notes(runs: readonly LoadedRun[]): readonly string[] {
  return [
    'Round 1 and the rows with feedback are of the same runs: what differs between them is the feedback alone.',
    ...new Set(runs.flatMap((run) => runStatements(run))),
  ];
}
