import { membersInReply } from './json-in-reply';
import type { PlacedMember } from './json-in-reply';

export interface AnsweringObjects<T> {
  /** Of the objects that answer, in order. */
  readonly members: readonly PlacedMember<T>[];
  /** The text with blanks in place of its objects, echoes among them: places stay. */
  readonly rest: string;
}

/** Members of these names. An object that repeats the form, or in a sentence (`I would answer {…} if`), is not an answer. */
export function answeringObjects<T>(
  text: string,
  names: readonly string[],
  read: (value: unknown) => T | null,
): AnsweringObjects<T> {
  const found = membersInReply(text, names, read);
  let rest = '';
  let end = 0;
  for (const { from, to } of found) {
    rest += text.slice(end, from) + ' '.repeat(to - from);
    end = to;
  }
  rest += text.slice(end);
  const alone = found.length === 1 && !/[\p{L}\p{N}]/u.test(rest.replace(/```\w{0,20}/g, ''));
  return { members: alone ? found : found.filter((one) => !isEcho(text, one)), rest };
}

/** So much of the words around an object tells what it is there for. */
const lookedAt = 200;

/** The sentence that an object ends is about the form of answers. */
const tellsForm =
  /\b(?:formats?|forms?|schema|shape|template|examples?|e\.g\.|such as|like|must|asked|expected|allowed|instead of|rather than|either|if|unless|(?:answer|respond|reply)(?:ing)? (?:with|as|by|in))\b/i;
const orders = /^\W{0,9}(?:please )?(?:answer|respond|reply|return|write|output|give|use)\b/i;
/** What goes on behind it makes it one case of several. */
const goesOn =
  /^[\s"'`*_)]{0,9},?\s{0,3}(?:(?:or|if|when|unless|otherwise|only|where|else|provided|and)\b|[/|])/i;

function isEcho(text: string, { from, to, object }: PlacedMember<unknown>): boolean {
  const before = sentenceBefore(text.slice(Math.max(0, from - lookedAt), from));
  const line = text.slice(to, to + lookedAt).split('\n', 1)[0] ?? '';
  if (goesOn.test(line)) return true;
  if (before !== '' && /^[\s"'`*_)]{0,9}[a-z]/.test(line)) return true;
  if (/\b(?:or|not)[\s"'`*_(]{0,9}$/i.test(before) || hasPlaceholder(object)) return true;
  // `In the form that was asked for: {…}` answers, until something else does.
  if (/[:=][\s"'`*_]{0,9}$/.test(before)) return false;
  return tellsForm.test(before) || orders.test(before);
}

/** Of the line's words before a place, those of its last sentence. */
function sentenceBefore(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  return line.split(/(?<=[.!?])\s+/).at(-1) ?? '';
}

/** Beside its verdict it has only what holds a place for words. */
function hasPlaceholder(object: Readonly<Record<string, unknown>>): boolean {
  return Object.values(object).some(
    (member) =>
      typeof member === 'string' && /^(?:\.{3}|…|<[^<>]{0,80}>|string|text)$/i.test(member.trim()),
  );
}

/** Whether words about the form of answers stand before an object, on its line or the one before. */
export function isAnnouncedAsForm(text: string, { from }: PlacedMember<unknown>): boolean {
  const before = text
    .slice(Math.max(0, from - lookedAt), from)
    .replace(/[\s`]{1,9}(?:json)?\s{0,9}$/i, '');
  return tellsForm.test(sentenceBefore(before)) || orders.test(sentenceBefore(before));
}
