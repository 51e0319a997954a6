import { z } from 'zod';

import { isRecord } from '../../core/values/is-record';
import { TestRunner } from '../../core/schemas/patch-task';
import { testDirectives, testFilesOf } from '../../core/patches/test-directives';
import { logParserName } from '../../core/patches/logs/log-parsers';
import { evalScriptRunner } from './eval-script-runner';
import { inSweBenchForm } from './other-forms';
import type { RepositoryTask } from './repository-task';
import { requirementLines } from './requirement-lines';
import { isOfSweBench } from './task-specs';
import { testRunnerOf } from './test-command';

export type ReadRow =
  | { readonly kind: 'task'; readonly task: RepositoryTask }
  /** `id` is empty when the row has none. `field` is the member that cannot be used. */
  | {
      readonly kind: 'refused';
      readonly id: string;
      readonly field: string;
      readonly reason: string;
    };

/** Hugging Face holds lists and objects as JSON texts, too. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const tests = z.preprocess(unpacked, z.array(z.string()));

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const orNull = z
  .string()
  .nullish()
  .transform((value) => (value === '' ? null : (value ?? null)));

const pythonVersion = orNull.refine(
  (text) => text === null || /^\d+\.\d+(\.\d+)?$/.test(text),
  'is not a version of Python',
);

/** How SWE-rebench installs and tests a repository. Its `install` and `pre_install` are shell commands for an image: not read. */
const InstallConfig = z.object({
  python: pythonVersion,
  pip_packages: z.array(z.string()).nullish(),
  test_cmd: z.preprocess(
    (given: unknown) => (Array.isArray(given) ? (given[0] as unknown) : given),
    orNull,
  ),
  log_parser: orNull,
});

const safeName = /^[^/\\\p{Cc}]+$/u;

/** Members that rows of SWE-bench (all versions), SWE-Gym and SWE-rebench share, and SWE-smith's after `inSweBenchForm`. Others are not read. */
const Row = z.object({
  instance_id: z
    .string()
    .min(1)
    .max(200)
    // Files of a run are named after it.
    .refine(
      (id) => safeName.test(id) && id !== '.' && id !== '..',
      'may hold no slash, no control character and not be . or ..',
    ),
  repo: z.string().min(1),
  base_commit: z.string().regex(/^[0-9a-f]{7,40}$/, 'is not a commit'),
  problem_statement: z.string().min(1, 'is empty, so there is nothing to solve'),
  patch: text,
  test_patch: z.string(),
  FAIL_TO_PASS: tests.refine((list) => list.length > 0, 'is empty, so every patch would pass'),
  PASS_TO_PASS: tests,
  created_at: orNull,
  version: orNull,
  image: orNull,
  image_name: orNull,
  docker_image: orNull,
  eval_script: orNull,
  log_parser: orNull,
  eval_type: z.enum(['pass_and_fail', 'fail_only']).nullish(),
  /** Members of our own, which `task make` writes. */
  planted: orNull,
  clone_url: orNull,
  python: pythonVersion,
  runner: TestRunner.nullish(),
  /** Ours; of SWE-rebench the text that `pip freeze` wrote. */
  requirements: z.union([z.array(z.string()), z.string()]).nullish(),
  install_config: z.preprocess(unpacked, InstallConfig.nullish()),
});

/** Repositories whose logs name failures alone, as the harness has them for rows that do not say so. */
const failOnly = new Set([
  'chartjs/Chart.js',
  'processing/p5.js',
  'markedjs/marked',
  'bpmn-io/bpmn-js',
  'openlayers/openlayers',
  'eslint/eslint',
]);

/** One row of a file of tasks. A row that cannot be used takes no other with it. */
export function readTaskRow(row: unknown): ReadRow {
  const formed = inSweBenchForm(row);
  return formed.kind === 'refused' ? formed : readSweBenchRow(formed.row);
}

function readSweBenchRow(row: unknown): ReadRow {
  const id = idOf(row);
  const read = Row.safeParse(row);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.map(String).join('.') ?? '';
    const missing = isRecord(row) && !(String(issue?.path[0]) in row);
    const reason = missing ? 'is missing' : (issue?.message ?? 'is not valid');
    return { kind: 'refused', id, field, reason };
  }
  const { data } = read;
  if (data.test_patch === '' && data.planted === null) {
    const reason = 'is empty, so there is nothing to judge a patch by';
    return { kind: 'refused', id, field: 'test_patch', reason };
  }
  if (data.test_patch === '' && testFilesOf(data.FAIL_TO_PASS).length === 0) {
    const reason = 'names no Python test file, and there is no test_patch';
    return { kind: 'refused', id, field: 'FAIL_TO_PASS', reason };
  }
  const { install_config: install } = data;
  const named = data.log_parser ?? install?.log_parser ?? '';
  const logParser = logParserName({ repository: data.repo, named });
  if (logParser === null) {
    const reason = `${named} is not a parser of logs that Espalier has`;
    return { kind: 'refused', id, field: 'log_parser', reason };
  }
  const command = install?.test_cmd ?? null;
  const commanded = command === null ? null : testRunnerOf(command);
  if (command !== null && commanded === null) {
    const reason = `${JSON.stringify(command)} is neither pytest nor a script of the repository`;
    return { kind: 'refused', id, field: 'install_config.test_cmd', reason };
  }
  const directives = testDirectives(data.repo, data.test_patch);
  const scripted =
    data.eval_script === null ? null : evalScriptRunner(data.eval_script, directives);
  const isKnown = isOfSweBench({ repository: data.repo, address: data.clone_url });
  const runner = data.runner ?? commanded ?? scripted;
  if (data.eval_script !== null && runner === null && !isKnown) {
    const reason =
      'has no single command between its marks, or one that is neither pytest nor a script of the repository';
    return { kind: 'refused', id, field: 'eval_script', reason };
  }
  const isFailOnly = data.eval_type === 'fail_only' || (!data.eval_type && failOnly.has(data.repo));
  const task: RepositoryTask = {
    id: data.instance_id,
    repository: data.repo,
    address: data.clone_url,
    baseCommit: data.base_commit,
    planted: data.planted,
    statement: data.problem_statement,
    goldPatch: data.patch,
    testPatch: data.test_patch,
    failToPass: data.FAIL_TO_PASS,
    passToPass: data.PASS_TO_PASS,
    createdAt: data.created_at,
    version: data.version,
    image: data.image ?? data.image_name ?? data.docker_image,
    logParser,
    evalType: isFailOnly ? 'fail-only' : 'pass-and-fail',
    given: {
      python: data.python ?? install?.python ?? null,
      requirements: requirementLines(data.requirements ?? install?.pip_packages ?? []),
      runner,
    },
  };
  return { kind: 'task', task };
}

function idOf(row: unknown): string {
  const id = isRecord(row) ? row['instance_id'] : null;
  return typeof id === 'string' ? id : '';
}
