import { isRecord } from '../../../core/values/is-record';
import { parseExactly } from '../../exact-json';
import { pythonLiteral } from '../../python/python-literal';

/** Cases of a row that are kept: some rows have thousands. */
const mostCases = 20;

/**
 * A published result may be in a list of one, and may be a list where a program returns a tuple.
 * The sets (APPS, TACO) are compared so by their authors, too.
 */
const head = `def check(candidate):
    def same(got, wanted):
        got = list(got) if isinstance(got, tuple) else got
        return got == wanted or (isinstance(wanted, list) and len(wanted) == 1 and got == wanted[0])
`;

export interface FunctionTests {
  readonly functionName: string;
  readonly tests: string;
}

/** The tests of a row whose solutions are functions. null: its solutions read standard input, or it has no cases. */
export function functionTests(inputOutput: unknown): FunctionTests | null {
  const cases = parsed(inputOutput);
  if (cases === null) return null;
  const { fn_name: functionName, inputs, outputs } = cases;
  if (typeof functionName !== 'string' || functionName === '') return null;
  if (!Array.isArray(inputs) || !Array.isArray(outputs)) return null;
  const lines = inputs.slice(0, mostCases).flatMap((input: unknown, place) => {
    if (!Array.isArray(input) || place >= outputs.length) return [];
    const values = input.map(pythonLiteral).join(', ');
    return [`    assert same(candidate(${values}), ${pythonLiteral(outputs[place])})`];
  });
  return lines.length === 0 ? null : { functionName, tests: `${head}${lines.join('\n')}\n` };
}

function parsed(inputOutput: unknown): Readonly<Record<string, unknown>> | null {
  if (isRecord(inputOutput)) return inputOutput;
  // Most rows read standard input: their texts, of up to many MiB, need not be parsed.
  if (typeof inputOutput !== 'string' || !inputOutput.includes('"fn_name"')) return null;
  try {
    const value = parseExactly(inputOutput);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
