import type { TaskOutcome } from '../../core/kinds/task/schema';
import type { OfKind } from '../../core/kinds/of-kind';
import type { AttemptResult } from '../../core/ports/records';
import type { RunConfig } from '../../core/schemas/run';
import type { KindReport, OwnRow } from '../kind-report';
import { countText, plural } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';

type Config = OfKind<RunConfig, 'task'>;

function counted(counts: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(counts).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return parts.map(([name, count]) => `${name} ${countText(count)}`).join(', ') || null;
}

const settings: readonly OwnRow<Config>[] = [
  { label: 'runs of each side', value: ({ task }) => countText(task.times) },
  { label: 'passed over', value: ({ task }) => counted(task.passedOver) },
];

const figures: readonly OwnRow<Config>[] = [
  { label: 'tasks', value: (_, { sums }) => counted(sums.tasks) },
];

/** What tables say of runs that make tasks. */
export const taskReport: Partial<KindReport<'task'>> = {
  settings,
  figures,
  headFacts: ({ outcome }: AttemptResult<TaskOutcome>) => [
    outcome.rejected?.reason ?? 'made',
    `${countText(outcome.failToPass)} fail before`,
    `${plural(outcome.passToPass, 'test')} pass before and after`,
  ],
  lines: (_blobs, _loaded, { rejected, flaky }) =>
    Promise.resolve([
      ...(rejected === null
        ? []
        : rejected.why.split('\n').map((line) => `  ${terminalLine(line)}`)),
      ...flaky.map((test) => `  flaky: ${terminalLine(test)}`),
    ]),
};
