import { isRecord } from '../values/is-record';
import { clipText } from '../values/text-excerpt';
import { stripReasoning } from './strip-reasoning';
import { longestIdea } from './idea-list';
import { arrayInReply, memberInReply } from './json-in-reply';
import { listInProse } from './list-in-prose';
import type { ParsedReply } from './parsed-reply';

/** Members read per item kept: empty ones in between are skipped, a million of them are not. */
const readPerKept = 10;
const listNames = ['problems', 'similar_problems', 'examples', 'exemplars'];
const problemNames = ['problem', 'description', 'statement', 'task', 'question', 'title', 'name'];
const planNames = ['plan', 'planning', 'steps', 'approach', 'algorithm', 'solution'];
/** `### Problem 1: Two Sum`, `**Example 2.**`. */
const heading =
  /^[\s#>*_]{0,12}(?:similar\s)?(?:problem|example|exemplar)\s{1,3}#?\d{1,3}\b[*_]{0,3}(?:\s{0,3}[:.)–—-]|\s*$)[*_\s]{0,6}/i;

/**
 * The similar problems of a reply, each with its plan as one text of at most 2,000 code units: objects of a JSON list, else
 * what stands under headings or numbers in prose. At most `atMost`, without empty ones and the form's own example.
 */
export function parseExamples(reply: string, atMost: number): ParsedReply<readonly string[]> {
  const text = stripReasoning(reply);
  const list = memberInReply(text, listNames, listOf)?.value ?? arrayInReply(text);
  const raw =
    list === null
      ? listInProse(text, { atMost, itemLength: longestIdea, heading })
      : list.slice(0, atMost * readPerKept).map(exampleText);
  const examples = raw.map((one) => clipText(one.trim(), longestIdea).trim()).filter(isExample);
  const value = [...new Set(examples)].slice(0, atMost);
  if (value.length > 0) return { ok: true, value };
  return {
    ok: false,
    problem:
      'it holds no JSON object {"problems": [{"problem": "...", "plan": "..."}]} with at least one problem',
  };
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** What was asked, then the plan; of an object with other names all its texts; a text as it is. */
function exampleText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (!isRecord(item)) return '';
  const problem = textNamed(item, problemNames);
  const plan = textNamed(item, planNames);
  if (problem !== '' && plan !== '') return `${problem}\nPlan: ${plan}`;
  return Object.values(item).slice(0, readPerKept).map(textOf).filter(Boolean).join('\n');
}

function textNamed(item: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const members = Object.entries(item).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const wanted of names) {
    const text = textOf(members.find(([name]) => name === wanted)?.[1]);
    if (text !== '') return text;
  }
  return '';
}

/** A text, or several of a list, such as the steps of a plan. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value)) return '';
  return value
    .slice(0, 10 * readPerKept)
    .filter((one): one is string => typeof one === 'string')
    .join('\n')
    .trim();
}

function isExample(text: string): boolean {
  return /\p{L}/u.test(text) && !text.startsWith('what was asked');
}
