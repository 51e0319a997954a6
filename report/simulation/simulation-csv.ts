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

/** A line for each cell; nothing stands where nothing is known. Names and numbers hold no comma. */
export function simulationCsv({ cells }: SimulationSummary): readonly string[] {
  const lines = cells.map(({ passAt1, ...cell }) => [
    cell.method,
    cell.budget,
    cell.width ?? '',
    cell.maxDepth ?? '',
    cell.criticAccuracy ?? '',
    passAt1.mean,
    ...(passAt1.interval ?? ['', '']),
    cell.programs,
    cell.questions,
  ]);
  return [head, ...lines].map((cellsOfLine) => cellsOfLine.join(','));
}
