import type { Prompt } from './prompt-sets/prompt-set';
import { quoteAsData } from '../words/quote-as-data';

/** The Thinker's first question again, for approaches other than `earlier` (at least one). */
export function withEarlier(asked: Prompt, earlier: readonly string[]): Prompt {
  const named = earlier.map((text, index) => `${String(index + 1)}. ${text}`).join('\n');
  const more =
    `These approaches have been tried, and failed:\n\n${quoteAsData(named)}\n\nName others in the same form, none that ` +
    'amounts to one of these.';
  const messages = asked.messages.map((message) =>
    message.role === 'user' ? { ...message, content: `${message.content}\n\n${more}` } : message,
  );
  return { ...asked, messages };
}
