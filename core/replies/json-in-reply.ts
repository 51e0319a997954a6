import { jsonrepair } from 'jsonrepair';

import { isRecord } from '../values/is-record';

/** Places tried per reply: enough for prose around an object, and a bound on hostile input. */
const mostAnchors = 4;
/** Longer texts are not repaired: judgements and lists are shorter, and the repairer's time grows with the square. */
const longestRepaired = 10_000;
/** It nests as deep as the text. */
const deepestRepaired = 200;

/** A member of an object, with the object. */
export interface Member<T> {
  readonly value: T;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * The member with one of these names (any case) that `read` understands, of the last such JSON object: the whole reply, in a
 * fence, or within prose. Accepts usual errors of models: raw line breaks, extra commas and quotes, single quotes, `True`,
 * comments, a missing end. The text is read a bounded number of times. null: none.
 */
export function memberInReply<T>(
  text: string,
  names: readonly string[],
  read: (value: unknown) => T | null,
): Member<T> | null {
  for (const { from, to } of objectsIn(text, names)) {
    const member = memberOf(text.slice(from, to), names, read);
    if (member !== null) return member;
  }
  return null;
}

/** A member with the characters of the reply that its object takes, from `from` to before `to`. */
export interface PlacedMember<T> extends Member<T> {
  readonly from: number;
  readonly to: number;
}

/** As `memberInReply`, the members of all its objects, in order. */
export function membersInReply<T>(
  text: string,
  names: readonly string[],
  read: (value: unknown) => T | null,
): readonly PlacedMember<T>[] {
  const members: PlacedMember<T>[] = [];
  for (const { from, to } of objectsIn(text, names)) {
    if (members.some((known) => from < known.to && known.from < to)) continue;
    const member = memberOf(text.slice(from, to), names, read);
    if (member !== null) members.push({ ...member, from, to });
  }
  return members.sort((a, b) => a.from - b.from);
}

function memberOf<T>(
  text: string,
  names: readonly string[],
  read: (value: unknown) => T | null,
): Member<T> | null {
  const object = parsedLeniently(text);
  if (!isRecord(object)) return null;
  for (const [name, member] of Object.entries(object)) {
    const value = names.includes(name.toLowerCase()) ? read(member) : null;
    if (value !== null) return { value, object };
  }
  return null;
}

/** A JSON array that stands alone in a reply, not within an object: a fence or prose without brackets may surround it. */
export function arrayInReply(text: string): readonly unknown[] | null {
  const first = text.indexOf('[');
  const last = text.lastIndexOf(']');
  // Prose has brackets, too; a list of texts or objects begins with one.
  if (
    first < 0 ||
    text.slice(0, first).includes('{') ||
    !/^\[\s{0,99}["'{]/.test(text.slice(first, first + 100))
  )
    return null;
  const value = parsedLeniently(text.slice(first, last > first ? last + 1 : undefined));
  return Array.isArray(value) ? value : null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Possible objects: the whole text, the text around the last mentions of a name, and the outermost braces. */
function* objectsIn(text: string, names: readonly string[]): Generator<Span> {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (text.startsWith('{', start) && text.endsWith('}', end)) yield { from: start, to: end };
  for (const mention of lastMentions(text, names)) {
    let from = text.lastIndexOf('{', mention);
    for (let braces = 0; from >= 0 && braces < mostAnchors; braces += 1) {
      const closing = endOfObject(text, from);
      if (closing > mention) yield { from, to: closing + 1 };
      from = from === 0 ? -1 : text.lastIndexOf('{', from - 1);
    }
  }
  const first = text.indexOf('{');
  if (first < 0) return;
  const last = text.lastIndexOf('}');
  if (last > first) yield { from: first, to: last + 1 };
  yield { from: first, to: end };
}

/** Where a member of such a name may begin, the last one first. */
function lastMentions(text: string, names: readonly string[]): readonly number[] {
  const member = new RegExp(`["'\`]?\\b(?:${names.join('|')})["'\`]?\\s{0,9}:`, 'gi');
  const places: number[] = [];
  for (const { index } of text.matchAll(member)) {
    places.unshift(index);
    if (places.length > mostAnchors) places.pop();
  }
  return places;
}

/** Where the object that opens at `start` closes; -1 when it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function parsedLeniently(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return repaired(text);
  }
}

function repaired(text: string): unknown {
  const openings = text.length > longestRepaired ? [] : (text.match(/[{[(]/g) ?? []);
  if (text.length > longestRepaired || openings.length > deepestRepaired) return undefined;
  try {
    return JSON.parse(jsonrepair(withBackslashes(withoutCutItem(text)))) as unknown;
  } catch {
    return undefined;
  }
}

/** A backslash that begins no JSON escape belongs to a formula or an expression. */
function withBackslashes(text: string): string {
  return text.replace(/\\(?!["\\/bfnrtu])/g, '\\\\');
}

/** The part of a list before its last text, which was cut off. */
function withoutCutItem(text: string): string {
  return text.replace(/(\[|["\]}]\s{0,9},)\s{0,9}"(?:[^"\\]|\\.)*$/, '$1');
}
