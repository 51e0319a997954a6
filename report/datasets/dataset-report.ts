import type { DatasetOutcome } from '../../core/kinds/dataset/schema';
import type { OfKind } from '../../core/kinds/of-kind';
import type { AttemptResult } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import { countText, plural } from '../../core/words/plural';
import { batchesText } from './batches-text';
import type { KindReport, OwnRow } from '../kind-report';
import { quoteText } from '../quote-text';
import { terminalLine } from '../terminal-safe';

type Config = OfKind<RunConfig, 'dataset'>;

function counted(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return parts.map(([name, count]) => `${name} ${countText(count)}`).join(', ') || null;
}

const sourceRow = (
  label: string,
  of: keyof Config['build']['ingested'][string],
): OwnRow<Config> => ({
  label,
  value: ({ build }) =>
    Object.entries(build.ingested)
      .map(([name, facts]) => `${name} ${String(facts[of])}`)
      .join(', '),
});

const settings: readonly OwnRow<Config>[] = [
  { label: 'methods', value: ({ build }) => Object.keys(build.recipe.methods).join(', ') },
  sourceRow('rows read', 'read'),
  sourceRow('rows planned', 'planned'),
];

const figures: readonly OwnRow<Config>[] = [
  { label: 'rows', value: (_, { sums }) => counted(sums.rows) },
  { label: 'batches', value: (_, { batches }) => batchesText(batches ?? []) },
];

/** What tables say of runs that make a data set. */
export const datasetReport: Partial<KindReport<'dataset'>> = {
  settings,
  figures,
  headFacts: ({ outcome }: AttemptResult<DatasetOutcome>) => [
    outcome.method ?? '',
    outcome.end ?? 'open',
    plural(outcome.steps.length, 'step'),
  ],
  lines: async (blobs, _loaded, { steps, findings }) => {
    const lines: string[] = [];
    for (const step of steps) {
      const [label, text] =
        step.kind === 'asked'
          ? [step.speaker, step.reply]
          : [step.kind === 'ran' ? `ran (${step.end})` : 'tested', step.words];
      lines.push(...(await quoteText(blobs, `  ${label}`, text)));
    }
    return [...lines, ...findings.map(({ gate, why }) => `  ${gate}: ${terminalLine(why)}`)];
  },
};
