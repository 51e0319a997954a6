import { scanDoctests } from './examples/doctest-examples';
import { onOneLine } from './examples/example';
import type { Subject } from './examples/example';
import { scanInline } from './examples/inline-examples';
import { scanInputOutput } from './examples/input-output-examples';
import { scanStated } from './examples/stated-examples';
import { definitionsOf, docstringsOf } from './python-syntax';

/** Longer docstrings are read up to here. */
const maxDocstringChars = 20_000;

/**
 * Examples of a function's docstring as `assert f(arguments) == value`, in order, without repeats: doctests (also inside
 * other calls: `round(f(1), 2)`), calls followed by `==`, `=`, `=>`, `->`, `➞` or `returns`, `For x = 1 the output should be
 * 2`, and Input with Output below. Only with literals: `f(3) == f(2) + f(1)` yields nothing.
 */
export function visibleTestsOf(prompt: string, entryPoint: string): readonly string[] {
  const subject = subjectIn(prompt, entryPoint);
  const tests = docstringsOf(prompt, entryPoint).flatMap((docstring) => {
    const text = docstring.slice(0, maxDocstringChars);
    const doctests = scanDoctests(text, subject);
    const others = [
      ...scanInline(text, subject),
      ...scanStated(text, subject),
      ...scanInputOutput(text, subject),
    ].filter(({ at }) => !doctests.taken.some(({ from, to }) => at >= from && at < to));
    return [...doctests.examples, ...others]
      .sort((left, right) => left.at - right.at)
      .map(({ call, value }) => `assert ${onOneLine(call)} == ${onOneLine(value)}`);
  });
  return [...new Set(tests)];
}

function subjectIn(prompt: string, name: string): Subject {
  const definitions = definitionsOf(prompt);
  const own = definitions.findLast((definition) => definition.name === name);
  return {
    name,
    parameters: parameterNames(own?.parameters ?? ''),
    defined: definitions.map((definition) => definition.name),
  };
}

/** Of `(x: list, *, y=[1, 2])`: commas inside brackets part nothing. */
function parameterNames(parameters: string): readonly string[] {
  const inside = parameters.replace(/^\(|\)$/g, '');
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of inside) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.flatMap((part) => /^[ \t\n]*([A-Za-z_]\w*)/.exec(part)?.slice(1) ?? []);
}
