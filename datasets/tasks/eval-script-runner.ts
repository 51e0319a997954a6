import type { TestRunner } from '../../core/schemas/patch-task';
import { testRunnerOf } from './test-command';

const start = /^.*>>>>> Start Test Output.*$/m;
const end = /^.*(?:>>>>> End Test Output|SWEBENCH_TEST_EXIT_CODE=).*$/m;
/** A value that a shell would have to work out is left out. */
const exported = /^\s*export\s+([A-Za-z_][A-Za-z0-9_]*=[^$`\n]*)$/gm;

/**
 * How the `eval_script` of a row (SWE-bench 5) runs tests: its command between the marks, without the files to test, and the variables
 * that it exports before. null: no marks, or a command that only a shell can run (`testRunnerOf`).
 */
export function evalScriptRunner(script: string, directives: readonly string[]): TestRunner | null {
  const begun = start.exec(script);
  if (begun === null) return null;
  const rest = script.slice(begun.index + begun[0].length);
  const commands = rest
    .slice(0, end.exec(rest)?.index)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const [command] = commands;
  if (command === undefined || commands.length > 1) return null;
  const variables = [...script.slice(0, begun.index).matchAll(exported)].map(([, one = '']) => one);
  const runner = testRunnerOf([...variables, command].join(' '));
  const files = new Set(directives);
  return (
    runner && { ...runner, arguments: runner.arguments.filter((argument) => !files.has(argument)) }
  );
}
