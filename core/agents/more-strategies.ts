import type { Message } from '../schemas/model';
import type { Problem } from '../schemas/problem';
import { quoteAsData } from './quote-as-data';
import { buildStrategiesMessages } from './thinker-strategies';

/** The Thinker's first question once more, for approaches other than those it has named. */
export function buildMoreStrategiesMessages({
  earlier,
  ...asked
}: {
  readonly problem: Problem;
  /** At least 1. */
  readonly atMost: number;
  /** At least one. */
  readonly earlier: readonly string[];
}): readonly Message[] {
  const named = earlier.map((text, index) => `${String(index + 1)}. ${text}`).join('\n');
  const more =
    `These approaches have been tried, and failed:\n\n${quoteAsData(named)}\n\nName others in the same form, none that ` +
    'amounts to one of these.';
  return buildStrategiesMessages(asked).map((message) =>
    message.role === 'user' ? { ...message, content: `${message.content}\n\n${more}` } : message,
  );
}
