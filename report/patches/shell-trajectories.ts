import type { BlobStore } from '../../core/ports/records';
import type { SearchOutcome } from '../../core/kinds/search/schema';
import type { SearchNode } from '../../core/schemas/search';
import { ShellTrajectory } from '../../core/schemas/shell-trajectory';
import { countText } from '../../core/words/plural';
import { terminalLine } from '../terminal-safe';

/** The steps of an agent with a shell, with the node that it made. */
export interface NodeTrajectory extends ShellTrajectory {
  readonly node: string;
}

type Texts = Pick<BlobStore, 'get'>;

/** Of every node of an attempt that an agent with a shell made, in the order in which they were made. */
export async function shellTrajectories(
  blobs: Texts,
  { nodes }: Pick<SearchOutcome, 'nodes'>,
): Promise<readonly NodeTrajectory[]> {
  const all = await Promise.all(
    nodes.map(async (node) => {
      const trajectory = await trajectoryOf(blobs, node);
      return trajectory === null ? [] : [{ node: node.id, ...trajectory }];
    }),
  );
  return all.flat();
}

/** null: no agent with a shell made it. */
async function trajectoryOf(
  blobs: Texts,
  { trajectory }: Pick<SearchNode, 'trajectory'>,
): Promise<ShellTrajectory | null> {
  if (trajectory === undefined) return null;
  return ShellTrajectory.parse(JSON.parse(await blobs.get(trajectory)));
}

/** Two lines for each step: the command, and how it ended. */
export async function trajectoryLines(
  blobs: Texts,
  node: Pick<SearchNode, 'trajectory'>,
): Promise<readonly string[]> {
  const trajectory = await trajectoryOf(blobs, node);
  if (trajectory === null) return [];
  const { steps, tokens, end } = trajectory;
  return [
    `steps: ${countText(steps.length)} · ${countText(tokens)} tokens · ended: ${end}`,
    ...steps.flatMap(({ command, exit, told }, at) => {
      const what = command === null ? 'no command' : `$ ${oneLine(command)}`;
      const output = told === null ? 'not run' : oneLine(outputOf(told));
      const how = exit === null ? output : `exit ${String(exit)} · ${output}`;
      return [`  ${String(at + 1)}. ${what}`, `     ${how}`];
    }),
  ];
}

/** What follows the head of what the model was told of a command. */
function outputOf(told: string): string {
  const head = '\nOutput:\n';
  const at = told.indexOf(head);
  return at === -1 ? told : told.slice(at + head.length);
}

const mostLineChars = 160;

/** The first line, and how many follow. */
function oneLine(text: string): string {
  const [first = '', ...others] = text.trim().split('\n');
  const cut = first.length > mostLineChars ? `${first.slice(0, mostLineChars)}…` : first;
  const more = others.length === 0 ? '' : ` (and ${countText(others.length)} lines more)`;
  return terminalLine(`${cut}${more}`);
}
