import { askedGates } from '../../../core/code-feedback/gates/gates';
import { datasetForms } from '../../../core/code-feedback/export/formats';
import type { DatasetForm } from '../../../core/code-feedback/export/formats';
import { featureLines } from './feature-lines';
import { licenceLines } from './licence-lines';
import { plural } from '../../../core/words/plural';
import type { DatasetCounts } from './dataset-stats';
import type { DatasetConfig } from './read-dataset';

const sizes: readonly (readonly [number, string])[] = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
  [10_000_000, '1M<n<10M'],
];

/** A file of a form, with the part of the data set that it holds. */
export interface CardPart {
  readonly form: DatasetForm;
  readonly part: 'train' | 'test';
  readonly file: string;
  readonly rows: number;
}

/**
 * The card of a data set, in the form of Hugging Face. All of it is made from numbers and from the recipe. A licence stands for the
 * whole only where the recipe says one: the table has those of the sources.
 */
export function datasetCard(
  config: DatasetConfig,
  facts: {
    readonly dialogues: number;
    readonly parts: readonly CardPart[];
    /** Dialogues that were left out on request, and the sources and rows of these requests. */
    readonly removed: number;
    readonly leftOut: readonly string[];
    readonly licences: DatasetCounts['licences'];
    readonly stats: string;
  },
): string {
  const { recipe, ingested } = config.build;
  const size = sizes.find(([most]) => facts.dialogues < most)?.[1] ?? '10M<n<100M';
  const refused = askedGates(recipe.gates, config.build.benchmarks !== null);
  const models = Object.entries(recipe.models).map(([role, name]) => `${role}: ${name}`);
  return `${[
    '---',
    // Quoted, because a name may be a number.
    `pretty_name: ${JSON.stringify(recipe.name)}`,
    ...licenceLines(recipe.output.licence),
    'language: [en]',
    `size_categories: [${size}]`,
    'task_categories: [text-generation]',
    'tags: [code, synthetic]',
    ...configLines(facts.parts),
    '---',
    '',
    `# ${recipe.name}`,
    '',
    `${String(facts.dialogues)} dialogues about code. Espalier made them of the rows with sha256 \`${config.dataset.sha256.slice(0, 12)}\`, with the model ${config.model.name}${models.length === 0 ? '' : ` (${models.join(', ')})`}, seed ${String(config.seed)}.`,
    ...(config.model.kind === 'simulated'
      ? [
          '',
          'The model was simulated. These dialogues show how the pipeline works and are no training data.',
        ]
      : []),
    '',
    '## Sources',
    '',
    '| source | licences of the exported rows | rows read | unreadable | repeated | planned |',
    '|---|---|---|---|---|---|',
    ...Object.entries(ingested).map(
      ([name, { read, unreadable, repeated, planned }]) =>
        `| ${[name, countsText(facts.licences[name]), read, unreadable, repeated, planned].join(' | ')} |`,
    ),
    '',
    recipe.output.licence === undefined
      ? 'No licence was stated for the whole. The licences of the sources apply to what was made of them.'
      : `The maker states the licence ${recipe.output.licence} for the whole.`,
    '',
    ...leftOutLines(facts),
    '## Gates',
    '',
    'A dialogue with one of these defects was left out:',
    '',
    ...refused.map(({ name, summary }) => `- \`${name}\`: ${summary}`),
    ...comparedLines(config),
    '',
    '## Numbers',
    '',
    '```json',
    facts.stats.trim(),
    '```',
  ].join('\n')}\n`;
}

/** The types and files of each form, the first of which is the usual one. `datasets` refuses JSON Lines without rows, so a part without rows has no line. */
function configLines(parts: readonly CardPart[]): readonly string[] {
  const filled = parts.filter(({ rows }) => rows > 0);
  const forms = [...new Set(filled.map(({ form }) => form))];
  if (forms.length === 0) return [];
  return [
    // Of JSON Lines, `datasets` would guess the types from the first rows, which may have no call of a tool.
    'dataset_info:',
    ...forms.flatMap((form) => [
      `- config_name: ${form}`,
      '  features:',
      ...featureLines(datasetForms[form].columns, '  '),
    ]),
    'configs:',
    ...forms.flatMap((form, place) => [
      `- config_name: ${form}`,
      ...(place === 0 ? ['  default: true'] : []),
      '  data_files:',
      ...filled
        .filter((one) => one.form === form)
        .flatMap(({ part, file }) => [`  - split: ${part}`, `    path: ${file}`]),
    ]),
  ];
}

function countsText(counts: Readonly<Record<string, number>> = {}): string {
  const parts = Object.entries(counts).map(
    ([name, count]) => `${tableCell(name)} (${String(count)})`,
  );
  return parts.join(', ') || 'none';
}

/** A licence is a word of a source: it may not end the cell. */
function tableCell(text: string): string {
  return text.replace(/[|\n\r]/g, ' ');
}

function comparedLines({ build }: DatasetConfig): readonly string[] {
  if (build.benchmarks === null) return ['', 'No benchmark was compared.'];
  const { contaminationSets: sets, contaminationFiles: files } = build.recipe.gates;
  return ['', `Benchmarks that were compared: ${[...sets, ...files].join(', ')}.`];
}

function leftOutLines({
  removed,
  leftOut,
}: {
  readonly removed: number;
  readonly leftOut: readonly string[];
}): readonly string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map((name) => `\`${name}\``).join(', ');
  return [
    '## Left out on request',
    '',
    `${plural(removed, 'dialogue')} made of these sources or rows: ${names}.`,
    '',
  ];
}
