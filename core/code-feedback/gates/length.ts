import type { Gate } from './gate';
import { firstInTurns } from './turn-parts';

export const length: Gate = {
  name: 'length',
  summary: 'The dialogue is shorter or longer than the recipe allows, or has an empty turn.',
  finds: ({ turns, settings: { minChars, maxChars } }) => {
    const empty = firstInTurns(turns, ({ content }) => (content.trim() === '' ? 'is empty' : null));
    if (empty !== null) return empty;
    const chars = turns.reduce((sum, { content }) => sum + content.length, 0);
    if (chars < minChars) return `${String(chars)} characters, fewer than ${String(minChars)}`;
    return chars > maxChars ? `${String(chars)} characters, more than ${String(maxChars)}` : null;
  },
};
