import { UsageError } from '../core/errors/errors';
import type { RoundPoint } from '../core/kinds/dialogue/summary';
import type { SolvedRate } from '../core/statistics/solved-rate';
import type { FeedbackSource } from '../core/schemas/dialogue';
import type { ModelKind, RunConfig } from '../core/schemas/run';
import type { DialogueConfig } from './dialogue/dialogue-rows';
import type { LoadedRun } from './load-run';
import { modelText } from './author-text';
import { terminalLine } from './terminal-safe';

/** The paper's marks for who gave the feedback, and ours for those that it has not. */
const marks: Readonly<Record<FeedbackSource, string>> = {
  execution: '+EF',
  human: '+HF',
  oracle: '+HFO',
  person: '+person',
  none: '+none',
};

/** The data sets that the paper averages over. */
export const paperSets = ['HE', 'MBPP'] as const;

/** Of one data set. */
export interface PaperCell {
  /** By its base tests. */
  readonly base: SolvedRate;
  /** By the plus tests as well; null: the data set was run without. */
  readonly plus: SolvedRate | null;
}

export interface PaperRow {
  readonly kind: ModelKind;
  readonly model: string;
  /** `single` is round 1 of the runs that the other rows are of; `+EF` and its like are their last round. */
  readonly mark: string;
  readonly cells: Readonly<Record<string, PaperCell>>;
  /** The mean over `paperSets`; null where one of them is missing. */
  readonly average: { readonly base: number | null; readonly plus: number | null };
  /** Ids of the runs that it is of. */
  readonly runs: readonly string[];
}

/** A run of dialogues that has figures. */
export interface PaperRun {
  readonly run: LoadedRun;
  readonly config: DialogueConfig;
  readonly first: RoundPoint;
  readonly last: RoundPoint;
}

/** @throws UsageError for a run of another kind */
export function paperRun(run: LoadedRun): PaperRun {
  const { config } = run.record;
  const rounds = run.summary.dialogue?.rounds ?? [];
  const [first] = rounds;
  const last = rounds.at(-1);
  if (config.kind === 'dialogue' && first !== undefined && last !== undefined) {
    return { run, config, first, last };
  }
  throw new UsageError(
    `run ${run.record.id} is no dialogue: it has no rounds to tell apart`,
    'Give --paper runs of `--method refine`',
    { code: 'RUN_WITHOUT_ROUNDS' },
  );
}

/**
 * Rows in the shape of OpenCodeInterpreter's table: a model alone, then with each sort of feedback. Alone is round 1 of the
 * same runs, so that nothing but the feedback lies between them.
 * @throws UsageError for runs of another kind than `dialogue`
 */
export function paperRows(runs: readonly LoadedRun[]): readonly PaperRow[] {
  return [...grouped(runs.map(paperRun))].flatMap(([model, members]) => {
    const sources = [...new Set(members.map(({ config }) => config.dialogue.feedback))];
    const rows = sources.map((source) => {
      const own = members.filter(({ config }) => config.dialogue.feedback === source);
      return {
        multi: rowOf(model, marks[source], own),
        single: rowOf(model, `single, of ${marks[source]}`, own),
      };
    });
    return [...singleRows(model, members, rows), ...rows.map(({ multi }) => multi)];
  });
}

/** One row where all sorts of feedback began with the same answers, else one for each. */
function singleRows(
  model: string,
  members: readonly PaperRun[],
  rows: readonly { readonly single: PaperRow }[],
): readonly PaperRow[] {
  const row = rowOf(model, 'single', members);
  const agree = rows.every(({ single: { cells } }) =>
    Object.entries(cells).every(([set, cell]) => sameCell(cell, row.cells[set])),
  );
  return agree ? [row] : rows.map(({ single }) => single);
}

function sameCell(left: PaperCell, right: PaperCell | undefined): boolean {
  const counts = (cell: PaperCell | undefined) =>
    [cell?.base.solved, cell?.base.of, cell?.plus?.solved].join();
  return counts(left) === counts(right);
}

/** What else may differ between runs than data set and feedback; said where it does. */
const particulars: readonly ((config: DialogueConfig) => string)[] = [
  ({ model }) => model.kind,
  ({ model }) => `bank model ${model.bankModel ?? 'any'}`,
  ({ model }) => `competence ${String(model.competence ?? 'unknown')}`,
  ({ dialogue }) => `feedback tests ${dialogue.feedbackTests}`,
  ({ dialogue }) => `${String(dialogue.rounds)} rounds`,
  ({ dialogue }) => `profile ${dialogue.profile}`,
  ({ seed }) => `seed ${String(seed)}`,
  ({ temperature }) => `temperature ${String(temperature ?? 'usual')}`,
];

/** Runs that make up rows together, by what these are called. No run hides another one. */
function grouped(runs: readonly PaperRun[]): ReadonlyMap<string, readonly PaperRun[]> {
  const differing = particulars.filter(
    (say) => new Set(runs.map(({ config }) => say(config))).size > 1,
  );
  const groups = new Map<string, PaperRun[]>();
  for (const one of runs) {
    const { config, run } = one;
    const name = modelText(config.model, { bank: false });
    const words = terminalLine([name, ...differing.map((say) => say(config))].join(', '));
    const taken = groups.get(words)?.some((other) => placeOf(other) === placeOf(one)) === true;
    const key = taken ? `${words}, ${terminalLine(run.record.id)}` : words;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

/** Row and column within a group. */
function placeOf({ config }: PaperRun): string {
  return `${config.dialogue.feedback} ${setOf(config)}`;
}

function rowOf(model: string, mark: string, members: readonly PaperRun[]): PaperRow {
  const cells: Record<string, PaperCell> = {};
  for (const { config, first, last } of members) {
    const { base, all } = mark.startsWith('single') ? first : last;
    cells[setOf(config)] = base === null ? { base: all, plus: null } : { base, plus: all };
  }
  const averageOf = (rate: (cell: PaperCell) => number | null): number | null =>
    meanOf(paperSets.map((set) => (cells[set] === undefined ? null : rate(cells[set]))));
  return {
    kind: members[0]?.config.model.kind ?? 'simulated',
    model,
    mark,
    cells,
    average: {
      base: averageOf(({ base }) => base.rate),
      plus: averageOf(({ plus }) => plus?.rate ?? null),
    },
    runs: members.map(({ run }) => run.record.id),
  };
}

/** HumanEval and MBPP are known by the ids of their problems: a file given by its path may have any name. */
function setOf({ problems, dataset }: RunConfig): string {
  const all = (prefix: RegExp): boolean => problems.every((id) => prefix.test(id));
  if (all(/^HumanEval\//u)) return 'HE';
  return all(/^Mbpp\//iu) ? 'MBPP' : terminalLine(dataset.name);
}

function meanOf(rates: readonly (number | null)[]): number | null {
  const known = rates.filter((rate) => rate !== null);
  if (known.length < rates.length) return null;
  return known.reduce((sum, rate) => sum + rate, 0) / known.length;
}
