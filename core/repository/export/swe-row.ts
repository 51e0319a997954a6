import type { Instance } from '../../schemas/environment-instance';

/** What of a row only files know. */
export interface SwePatches {
  /** Unified diff from the repository without the body to the repository as it is. */
  readonly patch: string;
  /** Unified diff that adds the cases. */
  readonly testPatch: string;
  /** ISO time at which the definition was changed last; null: nobody knows. */
  readonly createdAt: string | null;
}

/** A row in the form of SWE-bench's tasks: the body is missing, and is to be written. Field names are SWE-bench's. */
export function sweRow(instance: Instance, { patch, testPatch, createdAt }: SwePatches): object {
  const { id, repository, definition, docstring, harness, environment } = instance;
  return {
    instance_id: id.replace(/[^\w.-]+/gu, '__'),
    repo: repository.name,
    base_commit: repository.commit,
    problem_statement: [
      `The body of \`${definition.qualname}\` in \`${definition.path}\` is missing. Write it.`,
      `    ${definition.signature}`,
      docstring.text,
    ].join('\n\n'),
    hints_text: '',
    patch,
    test_patch: testPatch,
    FAIL_TO_PASS: harness.parts.flatMap(({ cases }, at) =>
      cases.map((name) => `part_${String(at)}::${name}`),
    ),
    PASS_TO_PASS: [],
    created_at: createdAt,
    version: environment.python,
    environment_setup_commit: repository.commit,
  };
}
