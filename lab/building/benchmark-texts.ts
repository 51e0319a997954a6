import { resolve } from 'node:path';

import type { BenchmarkText } from '../../core/code-feedback/gates/benchmark-index';
import { UsageError } from '../../core/errors/errors';
import type { Recipe } from '../../core/schemas/recipe';
import { kindOf } from '../../core/tasks/kinds';
import { referenceOf } from '../../core/tasks/try-reference';
import type { Settings } from '../../config/settings';
import { loadByName } from '../datasets/load-by-name';

/**
 * The problems that must not occur in the data set. null: the recipe names none, or does not ask the gate.
 * @throws UsageError naming the set that cannot be read, and how to go on without it
 */
export async function benchmarkTexts(
  { gates }: Recipe,
  folder: string,
  settings: Settings,
): Promise<readonly BenchmarkText[] | null> {
  const names = [
    ...gates.contaminationSets,
    ...gates.contaminationFiles.map((file) => resolve(folder, file)),
  ];
  if (names.length === 0 || gates.off.includes('contamination')) return null;
  const texts: BenchmarkText[] = [];
  for (const name of names) {
    const found = await benchmarkOf(name, settings).catch((cause: unknown) => {
      throw new UsageError(
        `the gate \`contamination\` needs ${name}: ${cause instanceof Error ? cause.message : ''}`,
        'Get it with `espalier dataset fetch`, or name other sets in `gates.contaminationSets` of the recipe (`[]`: none)',
        { code: 'NO_BENCHMARK', cause },
      );
    });
    texts.push(...found);
  }
  return texts;
}

/** The problems of a data set, a name or a file, as the gate `contamination` compares them. */
export async function benchmarkOf(
  name: string,
  settings: Settings,
): Promise<readonly BenchmarkText[]> {
  const loaded = await loadByName(name, settings);
  return loaded.rows.map(({ problem, hidden }) => ({
    ...{ set: loaded.name, id: problem.id, text: kindOf(problem).describe(problem) },
    code: (hidden === undefined ? null : referenceOf(hidden)) ?? '',
  }));
}
