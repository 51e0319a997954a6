import { UsageError } from '../../core/errors/errors';
import { modelKinds } from '../../core/schemas/run';
import { differentlyOpen, sourceTitle, statementsOf } from '../compare';
import { judgingSets, visibleDifferences } from '../judging-set';
import type { WholeRun } from '../load-run';
import { unfinishedNotes, withoutVerdicts } from '../pair-runs';
import { terminalLine } from '../terminal-safe';
import { ablationTable } from './ablation-table';
import { curveTable, effortTable } from './curve-table';
import { methodTable, shapeTable } from './method-table';
import { resolvedTable } from './resolved-table';
import { runListTable } from './run-list-table';
import { seriesOf } from './series';
import type { Series } from './series';
import type { StudyTable, TableName } from './study-table';
import type { TableBody } from './table-body';
import { failureTable, replyTable } from './trouble-tables';

/** What several runs came to: what `espalier report` prints. */
export type Study = {
  /** By source (simulated, recorded, real: never in one table), then in the order of `tableNames`. */
  readonly tables: readonly StudyTable[];
  /** What must be said beside the figures. */
  readonly notes: readonly string[];
};

/** Each table; null where the runs have nothing for it. A new one is its file, a name in `tableNames` and a line here. */
const tables: { readonly [Name in TableName]: (series: readonly Series[]) => TableBody | null } = {
  methods: methodTable,
  shapes: shapeTable,
  ablations: ablationTable,
  resolved: resolvedTable,
  curve: curveTable,
  effort: effortTable,
  failures: failureTable,
  replies: replyTable,
  runs: runListTable,
};

/** Default: all tables. @throws UsageError for a repeated run (`SAME_RUN`) or no verdicts (`RUN_WITHOUT_VERDICTS`) */
export function studyOf(
  runs: readonly WholeRun[],
  names: readonly TableName[] = Object.keys(tables) as TableName[],
): Study {
  checkRuns(runs);
  return {
    tables: seriesBySource(runs).flatMap(({ kind, series }) =>
      names.flatMap((name) => {
        const body = tables[name](series);
        if (body === null) return [];
        return [{ name, source: kind, ...body, title: `${sourceTitle(kind)}: ${body.title}` }];
      }),
    ),
    notes: [
      ...unfinishedNotes(runs),
      ...otherSelections(runs),
      ...visibleDifferences(runs),
      ...differentlyOpen(runs),
      ...statementsBySource(runs),
    ],
  };
}

/** Runs by where their answers come from. */
export function seriesBySource(
  runs: readonly WholeRun[],
): readonly { readonly kind: (typeof modelKinds)[number]; readonly series: readonly Series[] }[] {
  return modelKinds.flatMap((kind) => {
    const own = runs.filter(({ record }) => record.config.model.kind === kind);
    return own.length === 0 ? [] : [{ kind, series: seriesOf(own) }];
  });
}

function checkRuns(runs: readonly WholeRun[]): void {
  const seen = new Set<string>();
  for (const { record, summary } of runs) {
    if (!summary.scored) throw withoutVerdicts(record.id);
    if (seen.has(record.id)) {
      throw new UsageError(`run ${terminalLine(record.id)} was given twice`, 'Name each run once', {
        code: 'SAME_RUN',
      });
    }
    seen.add(record.id);
  }
}

/** What is said of every run of one source is said once, and of which source. */
function statementsBySource(runs: readonly WholeRun[]): readonly string[] {
  const sources = seriesBySource(runs);
  return sources.flatMap(({ kind, series }) =>
    statementsOf(series.map(({ run }) => run)).map((text) =>
      sources.length === 1 ? text : `${sourceTitle(kind)}: ${text}`,
    ),
  );
}

/** Rates of one column that are not of the same problems. */
function otherSelections(runs: readonly WholeRun[]): readonly string[] {
  const setOf = judgingSets(runs);
  return [...new Set(runs.map(setOf))].flatMap((set) => {
    const own = runs.filter((run) => setOf(run) === set);
    if (new Set(own.map(({ record }) => record.config.problems.join('\n'))).size <= 1) return [];
    const name = terminalLine(own[0]?.record.config.dataset.name ?? '');
    return [
      `Not the same problems of ${name} in every run: \`espalier compare\` lays the common ones beside each other.`,
    ];
  });
}
