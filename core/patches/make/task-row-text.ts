import type { LogParserName } from '../../names/log-parser-names';
import type { TestRunner } from '../../schemas/patch-task';
import type { TaskCandidate } from '../../schemas/task-candidate';
import { asJson, canonicalJson } from '../../values/canonical-json';
import type { ChosenTests } from './choose-tests';

/** A task as a row of SWE-bench, with members of our own that say how it is installed and run. */
export function taskRowText(
  { id, source, goldPatch, testPatch, statement, createdAt, madeOf }: TaskCandidate,
  {
    failToPass,
    passToPass,
    parser,
    runner,
  }: ChosenTests & { readonly parser: LogParserName; readonly runner: TestRunner },
): string {
  const row = {
    repo: source.repository,
    instance_id: id,
    base_commit: source.commit,
    patch: goldPatch,
    test_patch: testPatch,
    problem_statement: statement,
    hints_text: '',
    created_at: createdAt,
    version: '',
    FAIL_TO_PASS: JSON.stringify(failToPass),
    PASS_TO_PASS: JSON.stringify(passToPass),
    environment_setup_commit: source.commit,
    log_parser: parser,
    clone_url: source.address,
    python: source.python,
    requirements: source.requirements,
    ...(source.planted === undefined ? {} : { planted: source.planted }),
    runner,
    made_of: madeOf,
  };
  return canonicalJson(asJson(row));
}
