import type { Instance } from '../../schemas/environment-instance';

/** What the layout needs and an instance does not say. */
export interface HarborMaterials {
  /** Image in which the repository without the body, and its environment, are. */
  readonly image: string;
  /** Where the repository is in it. */
  readonly folder: string;
  /** Shell command that grades the definition in the folder, and ends with 0 for a pass; run where the solver was not. */
  readonly grade: string;
  /** Shell command that puts the original in its place. */
  readonly solve: string;
  readonly timeoutSeconds: number;
}

/**
 * The files of a Harbor task by path. The original is only in `solution`, which a solver does not get. No file has the expected
 * outcomes: the command that grades has them.
 */
export function harborFiles(
  instance: Instance,
  { image, folder, grade, solve, timeoutSeconds }: HarborMaterials,
): Readonly<Record<string, string>> {
  const { id, repository, definition, docstring } = instance;
  const toml = [
    'version = "1.0"',
    '',
    '[metadata]',
    `id = ${JSON.stringify(id)}`,
    `repository = ${JSON.stringify(repository.name)}`,
    `licence = ${JSON.stringify(repository.licence ?? 'unknown')}`,
    '',
    '[verifier]',
    `timeout_sec = ${timeoutSeconds.toFixed(1)}`,
    '',
    '[agent]',
    `timeout_sec = ${timeoutSeconds.toFixed(1)}`,
    '',
  ];
  const instruction = [
    `In \`${folder}/${definition.path}\` the body of \`${definition.qualname}\` is missing. Write it, so that it does what its`,
    'docstring says. Change nothing else.',
    '',
    '```python',
    definition.signature,
    '```',
    '',
    docstring.text,
    '',
  ];
  const grading = [
    '#!/bin/sh',
    'mkdir -p /logs/verifier',
    `if ${grade}; then echo 1; else echo 0; fi > /logs/verifier/reward.txt`,
    '',
  ];
  return {
    'task.toml': toml.join('\n'),
    'instruction.md': instruction.join('\n'),
    'environment/Dockerfile': `FROM ${image}\nWORKDIR ${folder}\n`,
    'solution/solve.sh': `#!/bin/sh\n${solve}\n`,
    'tests/test.sh': grading.join('\n'),
  };
}
