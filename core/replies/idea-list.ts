import { clipText } from '../values/text-excerpt';
import { arrayInReply, memberInReply } from './json-in-reply';
import { listInProse } from './list-in-prose';
import type { ParsedReply } from './parsed-reply';
import { soleIssue } from './sole-issue';
import { stripReasoning } from './strip-reasoning';

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

type Key = 'strategies' | 'reflections';

const namesOf = {
  strategies: ['strategies', 'strategy', 'approaches', 'approach', 'ideas', 'plans', 'plan'],
  reflections: ['reflections', 'reflection', 'fixes', 'issues', 'improvements', 'suggestions'],
} as const;

function listOf(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value : null;
}

function ideasInProse(text: string, key: Key, atMost: number): readonly string[] {
  const listed = listInProse(text, { atMost, itemLength: longestIdea });
  const sole = key === 'reflections' ? soleIssue(text, listed.length > 0) : null;
  return sole === null ? listed : [sole];
}

/**
 * Texts under `key`: of a JSON object, a bare array, or else a list in prose. At most `atMost`, each cut at 2,000 code units;
 * without empty ones, repetitions and the form's own examples.
 */
export function parseIdeaList(
  reply: string,
  key: Key,
  atMost: number,
): ParsedReply<readonly string[]> {
  const text = stripReasoning(reply);
  const found = memberInReply(text, namesOf[key], listOf)?.value ?? arrayInReply(text);
  const raw =
    found === null
      ? ideasInProse(text, key, atMost)
      : found.slice(0, atMost * readPerKept).map(textOf);
  const ideas = raw
    .map((idea) => clipText(idea.trim(), longestIdea).trim())
    .filter((idea) => idea !== '' && !isPlaceholder(idea));
  const value = distinct(ideas).slice(0, atMost);
  if (value.length > 0) return { ok: true, value };
  return {
    ok: false,
    problem: `it holds neither a JSON object {"${key}": ["..."]} with at least one text nor a numbered list`,
  };
}

/** What the form that was asked for has in place of an item: `...`, `<first approach>`, `first way`. */
function isPlaceholder(idea: string): boolean {
  return /^(?:\.{3}|…|<[^<>]{0,80}>|(?:first|second|another) (?:approach|way|strategy|reflection)\.?)$/i.test(
    idea,
  );
}

/** The first of those that differ in nothing but case, blanks and marks. */
function distinct(ideas: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return ideas.filter((idea) => {
    const bare = idea
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const isNew = !seen.has(bare);
    seen.add(bare);
    return isNew;
  });
}
