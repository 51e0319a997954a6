import type { SimulationSummary } from '../../core/simulation/summarise';

const head = [
  'method',
  'budget',
  'width',
  'depth',
  'critic_accuracy',
  'pass_at_1',
  'low',
  'high',
  'programs',
  'questions',
] as const;

/** A line for each grid point; nothing stands where nothing is known. Names and numbers hold no comma. */
export function simulationCsv({ cells }: SimulationSummary): readonly string[] {
  const lines = cells.map(({ passAt1, ...point }) => [
    point.method,
    point.budget,
    point.width ?? '',
    point.maxDepth ?? '',
    point.criticAccuracy ?? '',
    passAt1.mean,
    ...(passAt1.interval ?? ['', '']),
    point.programs,
    point.questions,
  ]);
  return [head, ...lines].map((fields) => fields.join(','));
}
