import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { UsageError } from '../../core/errors/errors';
import { sourceTitle } from '../compare';
import type { WholeRun } from '../load-run';
import { seriesBySource } from '../study/study';
import { chartSvg } from './chart-svg';
import { curveCharts } from './curve-chart';
import { svgToPng } from './svg-to-png';

/**
 * Writes a chart of pass@1 by generated programs for each source and data set, as SVG and as PNG, into a folder, which is made.
 * Charts of the same names are replaced; nothing else is touched.
 * @returns paths of the files
 * @throws UsageError (`PLOTS_NOT_WRITTEN`) for a folder that cannot be written
 */
export async function writePlots(
  runs: readonly WholeRun[],
  directory: string,
): Promise<readonly string[]> {
  const charts = seriesBySource(runs).flatMap(({ kind, series }) =>
    curveCharts(sourceTitle(kind), series).map((chart, at) => ({
      chart,
      name: `${kind}-${String(at + 1)}-${fileWord(chart.set)}`,
    })),
  );
  const written: string[] = [];
  try {
    await mkdir(directory, { recursive: true });
    for (const { chart, name } of charts) {
      const svg = chartSvg(chart);
      const files = { [`${name}.svg`]: svg, [`${name}.png`]: await svgToPng(svg) };
      for (const [file, content] of Object.entries(files)) {
        await writeFile(join(directory, file), content);
        written.push(join(directory, file));
      }
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new UsageError(
      `the plots could not be written into ${directory}: ${error.message}`,
      'Name a folder that can be written',
      { code: 'PLOTS_NOT_WRITTEN', cause: error },
    );
  }
  return written;
}

function fileWord(set: string): string {
  return set
    .replace(/[^A-Za-z0-9.-]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/gu, '');
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
