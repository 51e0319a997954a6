import type { GradedPatch } from './predictions';
import { judgingDirectives } from '../../core/patches/test-directives';

/** A line of its own that no patch has. */
const mark = 'ESPALIER_TEST_PATCH';

/** `eval.sh`: the command that ran the tests, as a script for who wants to run it again in the installed repository. */
export function evalScript({ problem, hidden }: Pick<GradedPatch, 'problem' | 'hidden'>): string {
  const { source, runner } = problem;
  const { testPatch } = hidden;
  const directives = judgingDirectives(source.repository, hidden);
  const program = runner.kind === 'pytest' ? ['python', '-m', 'pytest'] : ['python'];
  const words = [...program, ...runner.arguments, ...directives].map(quoted);
  const variables = Object.entries(runner.environment).map(
    ([name, value]) => `export ${name}=${quoted(value)}`,
  );
  const patch = testPatch.endsWith('\n') ? testPatch : `${testPatch}\n`;
  return [
    '#!/bin/bash',
    'set -uxo pipefail',
    `# ${source.repository} at ${source.commit}`,
    ...variables,
    ...(testPatch === '' ? [] : [`git apply -v - <<'${mark}'\n${patch}${mark}`]),
    ": '>>>>> Start Test Output'",
    words.join(' '),
    'SWEBENCH_TEST_EXIT_CODE=$?',
    ": '>>>>> End Test Output'",
    'echo ">>>>> Test Exit Code: $SWEBENCH_TEST_EXIT_CODE"',
    '',
  ].join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
