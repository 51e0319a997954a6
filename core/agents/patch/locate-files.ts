import type { PatchProblem } from '../../tasks/patch/patch';
import type { AnswerFormat } from '../../schemas/model';
import { arrayInReply, memberInReply } from '../../replies/json-in-reply';
import type { ParsedReply } from '../../replies/parsed-reply';
import { stripReasoning } from '../../replies/strip-reasoning';
import { quoteAsData } from '../../words/quote-as-data';
import type { Prompt } from '../prompt-sets/prompt-set';
import { issueText } from './issue-text';
import { locatorSystem } from './locator-system';

/** Agentless, section 3.1: at most so many files. */
export const mostFiles = 5;

const format: AnswerFormat = {
  name: 'files',
  schema: {
    type: 'object',
    properties: { files: { type: 'array', items: { type: 'string' } } },
    required: ['files'],
    additionalProperties: false,
  },
};

/** The first question of retrieval: which files the change of the issue concerns. @param tree the files of the repository */
export function locateFilesPrompt(problem: PatchProblem, tree: string): Prompt {
  const content = [
    issueText(problem),
    'The files of the repository:',
    quoteAsData(tree),
    `Which of these files must change to solve the issue? Name at most ${String(mostFiles)} files, the most important first, ` +
      'each with its full path from the root. Do not name tests.',
    'Answer with a JSON object and nothing else. It has one member, "files": a list of paths.',
  ];
  return {
    messages: [
      { role: 'system', content: locatorSystem },
      { role: 'user', content: content.join('\n\n') },
    ],
    format,
  };
}

const names = ['files', 'paths', 'file', 'path'];

/**
 * Paths of a JSON object or list, else those that stand in prose on lines of their own.
 * @param known whether the repository has such a Python file
 * @param strict whether a path that is not known is told back
 */
export function parseFilesReply(
  reply: string,
  known: (path: string) => boolean,
  strict: boolean,
): ParsedReply<readonly string[]> {
  const text = stripReasoning(reply);
  const list = memberInReply(text, names, textsOf)?.value ?? textsOf(arrayInReply(text));
  const said = list ?? pathsInProse(text);
  const paths = [...new Set(said.map(cleaned).filter((path) => path !== ''))];
  const found = paths.filter(known).slice(0, mostFiles);
  const unknown = paths.filter((path) => !known(path)).slice(0, mostFiles);
  if (found.length === 0 && paths.length === 0) {
    return { ok: false, problem: 'it holds no JSON object {"files": ["..."]} with a path' };
  }
  if (found.length === 0 || (strict && unknown.length > 0)) {
    return {
      ok: false,
      problem: `the repository has no Python file ${unknown.map((path) => path.slice(0, 200)).join(', ')}`,
    };
  }
  return { ok: true, value: found };
}

function textsOf(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  return value.filter((one): one is string => typeof one === 'string');
}

function pathsInProse(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => /^\s*(?:[-*\d.)\s]*)`?([\w./-]+\.py)`?\s*$/.exec(line)?.[1] ?? []);
}

function cleaned(path: string): string {
  return path
    .trim()
    .replace(/^[`'"]|[`'"]$/g, '')
    .replace(/^(?:\.\/|\/)/, '');
}
