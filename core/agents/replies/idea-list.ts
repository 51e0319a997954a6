import { clipText } from '../../text-excerpt';
import { arrayInReply, objectInReply } from './json-in-reply';
import { listInProse } from './list-in-prose';
import type { ParsedReply } from './parsed-reply';
import { stripReasoning } from '../strip-reasoning';

/** Longest strategy or reflection that is kept, in UTF-16 code units. */
export const longestIdea = 2000;

/** Members read per item kept: empty ones in between are skipped, a million of them are not. */
const readPerKept = 10;

/** A string, or the strings of a small object that a model wrote in place of one. */
function textOf(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return '';
  return Object.values(item)
    .filter((member): member is string => typeof member === 'string')
    .slice(0, readPerKept)
    .join(': ');
}

/**
 * The list of texts under `key` of a reply: a JSON object, a bare JSON array, or else a numbered or bulleted list
 * in prose. At most `atMost`, trimmed, empty ones left out, each cut at 2,000 code units.
 */
export function parseIdeaList(
  reply: string,
  key: 'strategies' | 'reflections',
  atMost: number,
): ParsedReply<readonly string[]> {
  const text = stripReasoning(reply);
  const found = objectInReply(text, key)?.[key] ?? arrayInReply(text);
  const listed = typeof found === 'string' ? [found] : found;
  const raw = Array.isArray(listed)
    ? listed.slice(0, atMost * readPerKept).map(textOf)
    : listInProse(text, { atMost, itemLength: longestIdea });
  const ideas = raw
    .map((idea) => clipText(idea.trim(), longestIdea).trim())
    .filter((idea) => idea !== '')
    .slice(0, atMost);
  if (ideas.length > 0) return { ok: true, value: ideas };
  return {
    ok: false,
    problem: `it holds neither a JSON object {"${key}": ["..."]} with at least one text nor a numbered list`,
  };
}
