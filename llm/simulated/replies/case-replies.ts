import { permute, unitOf } from '../seeded';
import type { Message } from '../../../core/schemas/model';
import { inFence } from './code-in-request';
import { parametersIn, literalsIn, subjectIn } from './python-in-request';
import type { AskedSubject, Parameter } from './python-in-request';
import type { Reply, ReplyRequest } from './reply';

/** Of first answers about a function; whoever is told what was wrong gets it right. */
const flawedShare = 0.25;
const mostCases = 12;

/** Docstring examples, then seeded values by annotation, default and constants. Some first answers are wrong. */
export function casesReply(request: ReplyRequest): Reply {
  const origin = { rule: 'canned' } as const;
  const subject = subjectIn(taskOf(request.messages));
  if (subject === null) return { text: 'There is no function to be seen.', origin };
  const parts = [request.seed, request.problem, subject.module, subject.qualname];
  const isFirst = request.messages.filter(({ role }) => role === 'user').length === 1;
  const flaw =
    isFirst && unitOf(['cases-flaw', ...parts, request.draw.sample]) < flawedShare
      ? (permute(flaws, ['flaw', ...parts], ({ name }) => name)[0] ?? null)
      : null;
  const source = casesFor(subject, [...parts, request.draw.sample, request.draw.ordinal]);
  return {
    text: flaw === null ? `Cases:\n\n${inFence(source)}` : flaw.spoil(source, subject),
    origin,
  };
}

const flaws: readonly {
  readonly name: string;
  readonly spoil: (source: string, subject: AskedSubject) => string;
}[] = [
  {
    name: 'wrong module',
    spoil: (source, { name }) => inFence(`from your_module import ${name}\n\n\n${source}`),
  },
  { name: 'no call', spoil: () => inFence('def case_0():\n    assert 1 + 1 == 2\n') },
  {
    name: 'swallowed',
    spoil: (_, { name }) =>
      inFence(
        `def case_0():\n    try:\n        assert ${name}() is None\n    except Exception:\n        pass\n`,
      ),
  },
  { name: 'no Python', spoil: (source) => inFence(`${source}\ndef case_99(:\n    pass\n`) },
  {
    name: 'prose',
    spoil: (_, { name }) => `I would call ${name} with usual and with empty inputs.`,
  },
];

function taskOf(messages: readonly Message[]): string {
  return messages.find(({ role }) => role === 'user')?.content ?? '';
}

function casesFor(subject: AskedSubject, seed: readonly (string | number)[]): string {
  const parameters = parametersIn(subject);
  const pool = literalsIn(subject.code);
  const examples = examplesIn(subject);
  const made = Array.from({ length: mostCases }, (_, at) =>
    callOf(
      subject,
      parameters.map((parameter) => argument(parameter, pool, [...seed, at])),
    ),
  );
  const calls = [...new Set([...examples, ...made])].slice(0, mostCases);
  return calls.map((call, at) => `def case_${String(at)}():\n    ${call}\n`).join('\n\n');
}

function callOf({ className, name, receiver }: AskedSubject, given: readonly string[]): string {
  const inner = given.filter((text) => text !== '').join(', ');
  if (className === null) return `${name}(${inner})`;
  // An object of a class that needs arguments cannot be made from what is shown: the case ends in an error, as a model's would.
  return `${receiver === 'class' ? className : `${className}()`}.${name}(${inner})`;
}

/** Calls in the docstring, without what they give. */
function examplesIn({ code, name, className }: AskedSubject): readonly string[] {
  if (className !== null) return [];
  const lines = code.split('\n').map((line) => /^\s*>>>\s+(.*)$/.exec(line)?.[1] ?? '');
  return lines.filter((line) => line.startsWith(`${name}(`) && line.endsWith(')')).slice(0, 6);
}

/** Empty: it is left out. */
function argument(
  { name, kind, annotation, hasDefault }: Parameter,
  pool: readonly string[],
  seed: readonly (string | number)[],
): string {
  if (kind === 'variadic') return '';
  if (hasDefault && unitOf(['left-out', name, ...seed]) < 0.5) return '';
  const values = valuesOf(annotation, pool);
  const value = permute(values, ['value', name, ...seed], (text) => text)[0] ?? 'None';
  return kind === 'keyword' || hasDefault ? `${name}=${value}` : value;
}

const byType: readonly (readonly [pattern: RegExp, values: readonly string[]])[] = [
  [/\bbool\b/i, ['True', 'False']],
  [/\b(?:list|sequence|iterable|collection)\b.*\bint/i, ['[]', '[3]', '[3, 1, 2]', '[0, -1, 0]']],
  [/\b(?:list|sequence|iterable|collection)\b/i, ['[]', "['a']", "['b', 'a', 'b']", '[1, 2, 3]']],
  [/\btuple\b/i, ['()', '(1,)', '(1, 2)', "('a', 'b')"]],
  [/\b(?:dict|mapping)\b/i, ['{}', "{'a': 1}", "{'a': 1, 'b': [2]}"]],
  [/\bset\b/i, ['set()', '{1}', '{1, 2, 3}']],
  [/\bbytes\b/i, ["b''", "b'abc'", "b'\\x00\\xff'"]],
  [/\bfloat\b/i, ['0.0', '1.5', '-2.25', '1e9']],
  [/\bint\b/i, ['0', '1', '-1', '2', '7', '100']],
  [/\bstr\b/i, ["''", "'a'", "'Hello, World'", "'  two  words '", "'1.5'", "'a-b_c'"]],
  [/\b(?:none|optional)\b/i, ['None']],
];

function valuesOf(annotation: string, pool: readonly string[]): readonly string[] {
  const found = byType.filter(([pattern]) => pattern.test(annotation)).map(([, values]) => values);
  const [own] = found;
  const usual = ["''", "'abc'", '0', '1', '-3', '[]', '[2, 1]', 'None', "{'a': 1}"];
  const isText = /\bstr\b/i.test(annotation) || annotation === '';
  const isNumber = /\b(?:int|float)\b/i.test(annotation) || annotation === '';
  const fitting = pool.filter((text) => (/^['"]/.test(text) ? isText : isNumber));
  return [...new Set([...(own ?? usual), ...fitting])];
}
