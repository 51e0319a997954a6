import type { BareFigures } from './bare-rates';
import type { CpuCost } from './figures';
import type { ComparedExpansions } from './measure-expansions';
import type { EfficiencyFigures } from './measure-efficiency';

/** Everything one run of the bench found; what `--json` prints. */
export interface BenchReport {
  readonly queues: 'single' | 'split';
  /** Runnable processes a minute before the start and after the end: 0 is a machine of our own. */
  readonly load: { readonly before: number; readonly after: number };
  readonly bare: BareFigures | null;
  readonly expansions: readonly ComparedExpansions[];
  readonly efficiency: readonly EfficiencyFigures[];
}

/** Of the same engine settings on the machine that the aims were set on. */
const reference = { stepsPerSecond: 255, childrenPerSecond: 63 };
const ratioAim = 0.7;

type Row = readonly [what: string, measured: string, aim: string, remark: string];

/** One table of it all: what, measured, aim, remark. */
export function reportLines(report: BenchReport): readonly string[] {
  const rows: Row[] = [
    ['', 'measured', 'aim', ''],
    ...bareRows(report.bare),
    ...report.expansions.flatMap(expansionRows),
    ...report.efficiency.map(efficiencyRow),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const { before, after } = report.load;
  return [
    ...rows.map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell))
        .map((cell, column) =>
          column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell,
        )
        .join('  ')
        .trimEnd(),
    ),
    `queues: ${report.queues}; load average before ${before.toFixed(1)}, after ${after.toFixed(1)}`,
  ];
}

function bareRows(bare: BareFigures | null): readonly Row[] {
  if (bare === null) return [];
  return [
    [
      'bare activity steps/s',
      bare.stepsPerSecond.toFixed(0),
      '',
      `reference ${String(reference.stepsPerSecond)}; ${costText(bare.step)}`,
    ],
    [
      'bare child workflows/s',
      bare.childrenPerSecond.toFixed(1),
      '',
      `reference ${String(reference.childrenPerSecond)}; ${costText(bare.child)}`,
    ],
  ];
}

function expansionRows(ours: ComparedExpansions): readonly Row[] {
  const searches = `searches of ${String(ours.budget)}`;
  return [
    [
      `expansions/s, ${searches}`,
      ours.perSecond.toFixed(1),
      '',
      `${ours.allowedPerSecond.toFixed(1)} allowed; ${costText(ours.cpu)}`,
    ],
    [
      '  over what the bare figures allow',
      ours.ratio.toFixed(2),
      ratioAim.toFixed(2),
      `by CPU ${ours.ratioByCpu.toFixed(2)}`,
    ],
  ];
}

function efficiencyRow(point: EfficiencyFigures): Row {
  const { concurrency, latencyMs, aim, calls, wallMs, inspect } = point;
  const beside = inspect === null ? '' : `; Inspect AI ${inspect.toFixed(2)}`;
  return [
    `efficiency at ${String(concurrency)}, latency ${String(latencyMs / 1000)} s`,
    point.efficiency.toFixed(2),
    aim === null ? '' : aim.toFixed(2),
    `${String(calls)} calls in ${(wallMs / 1000).toFixed(1)} s, ideal ${(point.idealMs / 1000).toFixed(1)} s${beside}`,
  ];
}

function costText({ serverMs, nodeMs }: CpuCost): string {
  return `CPU ${serverMs.toFixed(1)} ms server + ${nodeMs.toFixed(1)} ms Node`;
}
