import { readReply } from '../../../core/replies/read-reply';
import { permute, unitOf } from '../seeded';
import { inFence } from './code-in-request';
import { definitionIn, parametersIn } from './python-in-request';
import type { Reply, ReplyRequest } from './reply';

/** Of first answers: whoever is told that an example is false leaves it out. */
const falseExampleShare = 0.25;

/** The docstring that the function has, with one more sentence, which is true; sometimes with an example, which is not. */
export function docstringReply(request: ReplyRequest): Reply {
  const origin = { rule: 'canned' } as const;
  const text = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const [definition, calls] = readReply(text).blocks;
  const [, name = ''] = /Write the docstring of `[^`]*?(?:def\s+)?(\w+)\s*\(/u.exec(text) ?? [];
  const found = definitionIn(definition?.text ?? '', name);
  if (found === null) return { text: 'There is no function to be seen.', origin };
  const seed = [request.seed, request.problem, name, request.draw.sample];
  const own = docstringOf(found.code);
  const parameters = parametersIn({
    ...{ ...found, name, module: '', qualname: name },
    ...(/^\s*(?:self|cls)\b/u.test(found.signature)
      ? { className: name, receiver: 'object' }
      : { className: null, receiver: 'class' }),
  });
  const names = parameters.map((parameter) => parameter.name);
  const sentences = [
    `It takes ${String(names.length)} ${names.length === 1 ? 'argument' : 'arguments'}.`,
    ...(names.length === 0 ? [] : [`What it is given is called ${names.join(', ')}.`]),
  ];
  const [sentence = ''] = permute(sentences, ['docstring', ...seed], (one) => one);
  const [, call = ''] = /^(\S.*)\n/u.exec(calls?.text ?? '') ?? [];
  const isFalse =
    call.startsWith(`${name}(`) &&
    !text.includes('It lacks:') &&
    unitOf(['false-example', ...seed]) < falseExampleShare;
  const example = isFalse ? ['', `>>> ${call}`, "'not what it gives'"] : [];
  const lines = [...own.split('\n'), '', sentence, ...example].map((line) =>
    line === '' ? '' : `    ${line}`,
  );
  const body = `    """${lines.join('\n').trim().replaceAll('"""', "'''")}\n    """\n    ...`;
  return { text: inFence(`def ${name}(${found.signature}):\n${body}\n`), origin };
}

/** Without its own indentation; a plain sentence where there is none. */
function docstringOf(code: string): string {
  const [, , inner = ''] = /:\s*\n?\s*[rR]?("""|''')([\s\S]*?)\1/u.exec(code) ?? [];
  const [first = '', ...rest] = inner.trimEnd().split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/u));
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  const lines = [first.trim(), ...rest.map((line) => line.slice(indent).trimEnd())];
  return lines.join('\n').trim() || 'A function of this module.';
}
