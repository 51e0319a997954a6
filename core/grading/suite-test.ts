import { jsonParts } from '../values/json-parts';

/** What the guest has to know of a task in EvalPlus's form, beside its inputs. */
export interface SuiteTask {
  readonly id: string;
  readonly entry: string;
  readonly atol: number;
  readonly reference: string;
}

const opening = 'from espalier_cases import check_cases\ncheck_cases(';

/** `check_cases` is the guest's. @param inputs lists of arguments, a JSON text that Python alone reads */
export function suiteTest(task: SuiteTask, inputs: string): string {
  return `${opening}${JSON.stringify(task)}, ${JSON.stringify(inputs)}, ${task.entry})\n`;
}

/** The lists of arguments of a suite's test, each as its JSON text; null: it is no suite's. */
export function suiteInputs(test: string): readonly string[] | null {
  if (!test.startsWith(opening)) return null;
  const [, inputs = '""'] = jsonParts(`[${test.slice(opening.length, test.lastIndexOf(')'))}]`);
  return jsonParts(JSON.parse(inputs) as string);
}
