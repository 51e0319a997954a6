import type { Series } from '../study/series';

/** One line of a chart: pass@1 by generated programs. */
export interface ChartLine {
  readonly label: string;
  readonly points: readonly {
    /** Generated programs, from 1. */
    readonly x: number;
    /** Fractions. */
    readonly rate: number;
    readonly low: number;
    readonly high: number;
  }[];
}

/** Figure 6 of CodeTree for one data set and one source of answers. */
export interface Chart {
  /** Of the data set, for the name of its files. */
  readonly set: string;
  readonly title: string;
  readonly subtitle: string;
  readonly lines: readonly ChartLine[];
}

/** One chart for each data set of the series; runs without a curve have no line, and a data set without lines no chart. */
export function curveCharts(source: string, series: readonly Series[]): readonly Chart[] {
  const sets = [...new Set(series.map(({ dataset }) => dataset))];
  return sets.flatMap((set) => {
    const own = series.filter(({ dataset }) => dataset === set);
    const models = [...new Set(own.map(({ model }) => model))];
    const lines = own.flatMap(({ run, model, method }) => {
      const points = run.summary.curve.flatMap(({ budget, rate, interval }) =>
        rate === null || interval === null
          ? []
          : [{ x: budget, rate, low: interval[0], high: interval[1] }],
      );
      const label = models.length === 1 ? method : `${model}: ${method}`;
      return points.length === 0 ? [] : [{ label, points }];
    });
    if (lines.length === 0) return [];
    const of = models.length === 1 ? `: ${models.join('')}` : '';
    return [
      {
        set,
        title: `pass@1 by generated programs: ${set}`,
        subtitle: `${source}${of}; on the right the 95 % intervals of the last points`,
        lines,
      },
    ];
  });
}
