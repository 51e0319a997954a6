import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Command } from 'commander';
import ts from 'typescript';

import { buildProgram } from '../../cli/program';
import { allCommands } from '../../cli/run-program';
import { exitCodes } from '../../core/errors/errors';
import { loadRun } from '../../report/load-run';
import { runDocument } from '../../report/run-document';
import { buildTrials } from '../../laboratory/trials/program';
import { SmallRun } from '../report/small-run';

const root = resolve(__dirname, '../..');

/** `run steer abort <run> <problem> <node>`: a command as it is typed. */
function typed(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at?.parent != null; at = at.parent)
    names.unshift(at.name());
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...words].join(' ');
}

/** Commands that do something by themselves, some of them beside having others below. */
const leavesOf = (program: Command): readonly Command[] =>
  allCommands(program).filter(
    ({ commands, registeredArguments }) => commands.length === 0 || registeredArguments.length > 0,
  );
const leaves = async (): Promise<readonly Command[]> => leavesOf(await buildProgram());

const flagsOf = (command: Command): readonly string[] =>
  command.options.map(({ long }) => long ?? '').filter((flag) => flag !== '--json');

const runFlags = [
  '--method',
  '--model',
  '--budget',
  '--seed',
  '--temperature',
  '--max-tokens',
  '--thinker-model',
  '--critic-model',
  '--critic-accuracy',
  '--competence',
  '--bank-model',
  '--visible-tests',
  '--no-reuse',
  '--regrade',
  '--fresh',
  '--answer',
  '--preset',
  '--parallel',
];
const selection = ['--concurrency', '--samples', '--limit', '--problems', '--skip-missing'];
const sample = ['--sample'];
const backend = ['--backend'];

/** What people have in their scripts: commands and flags may be added, never taken away or renamed. */
const published: Readonly<Record<string, readonly string[]>> = {
  demo: ['--fresh'],
  doctor: [],
  up: ['--install'],
  down: ['--uninstall'],
  solve: ['--dataset', '--problem', '--file', ...runFlags],
  'chat [id]': [
    '--model',
    '--script',
    '--attach',
    '--by-hand',
    '--save-to',
    '--seed',
    '--temperature',
    '--max-tokens',
    '--blocks',
    '--block-seconds',
    '--memory-mb',
    '--context-tokens',
    '--no-tools',
  ],
  'chat list': [],
  'chat export <id> [folder]': ['--force'],
  'run start': ['--dataset', ...selection, ...runFlags, '--detach'],
  'run list': [],
  'run show <run> [problemOrRuns...]': ['--calls', '--problems', '--failed'],
  sweep: ['--dataset', ...selection, ...runFlags],
  'report <runs...>': ['--format', '--tables', '--plots'],
  'compare <a> <b>': [],
  'verify <run>': [],
  'run export <run> <directory>': ['--force', '--partial', '--with-calls'],
  'run resume <run>': ['--concurrency', '--parallel', '--base-url', '--detach'],
  'run retry-now <run>': [],
  'run set <run>': ['--concurrency'],
  'run cancel <run>': [],
  'run steer strategy <run> <problem> <text>': sample,
  'run steer abort <run> <problem> <node>': sample,
  'run steer accept <run> <problem> <node>': sample,
  'run steer pause <run> [problem]': sample,
  'run steer resume <run> [problem]': sample,
  'env list [run]': ['--stage'],
  'env show <run> [id]': ['--full'],
  'env funnel <run> [repository]': [],
  'env export <run> <directory>': [
    '--format',
    '--archives',
    '--image',
    '--grade',
    '--folder',
    '--force',
  ],
  'env import <directory>': [],
  'env check <run>': ['--no-cells', ...backend],
  'env verify <suite>': backend,
  'env build [source...]': [
    ...[
      '--revision',
      '--from',
      '--model',
      '--max-rounds',
      '--generators',
      '--functions',
      '--limit',
    ],
    ...['--disable-filter', '--min-coverage', '--min-mutation', '--max-calls', '--token-budget'],
    ...['--max-cost', '--concurrency', '--index-until', '--fresh', '--detach'],
  ],
  'model serve': [
    '--simulated',
    '--bank',
    '--critic-accuracy',
    '--competence',
    '--bank-model',
    '--latency-ms',
    '--jitter-ms',
    '--chunk-ms',
    '--faults',
    '--port',
    '--log-file',
    '--log-messages',
    '--expect',
  ],
  simulate: [
    ...['--dataset', '--model', '--methods', '--seeds', '--budgets', '--widths', '--depths'],
    ...['--critic-accuracies', '--competence', '--bank-model', '--limit', '--problems'],
    ...['--skip-missing', '--visible-tests', '--assurance', '--regrade', '--threads', '--csv'],
    '--preset',
  ],
  'bank build <file>': ['--run', '--reflexion', '--llmdebugger', '--source-model', '--force'],
  'bank check <files...>': ['--dataset'],
  'bank stats <files...>': ['--bank-model'],
  'dataset list': [],
  'dataset fetch <name>': [],
  'sandbox doctor': backend,
  'sandbox run <file>': [
    '--stdin',
    '--expect',
    '--compare',
    '--cpu',
    '--wall',
    '--memory',
    '--repeat',
    '--seed',
    '--entry',
    '--test',
    '--assurance',
    ...backend,
  ],
  'sandbox conformance': backend,
  'sandbox verify [run]': ['--replay', ...backend],
  worker: ['--role'],
};

/** What was a command of `sandbox` keeps its flags as a trial. */
const publishedTrials: Readonly<Record<string, readonly string[]>> = {
  'hostile <folder>': ['--grade', '--programs', ...backend],
  parity: ['--set', '--data', '--mutants', '--bank', '--bank-only', ...backend],
  bench: [...['--workers', '--set', '--rounds', '--grade', '--against', '--data', ...backend]],
  soak: ['--programs', ...backend],
  chaos: ['--kill', '--programs', '--stop-daemon', '--start-daemon', ...backend],
  memscan: backend,
  'wire-test': ['--trees', '--seed', ...backend],
};

describe('the command line', () => {
  it('has every published command with every published flag', async () => {
    const now = Object.fromEntries(
      (await leaves()).map((command) => [typed(command), flagsOf(command)]),
    );
    for (const [command, flags] of Object.entries(published)) {
      expect([command, now[command]]).toEqual([command, expect.arrayContaining([...flags])]);
    }
  });

  it('has every trial with every flag that it had as a command', () => {
    const trials = leavesOf(buildTrials());
    const now = Object.fromEntries(trials.map((command) => [typed(command), flagsOf(command)]));
    for (const [trial, flags] of Object.entries(publishedTrials)) {
      expect([trial, now[trial]]).toEqual([trial, expect.arrayContaining([...flags])]);
    }
  });

  it('has --json on every command and trial', async () => {
    const without = [...(await leaves()), ...leavesOf(buildTrials())].filter(
      ({ options }) => !options.some(({ long }) => long === '--json'),
    );
    expect(without.map(typed)).toEqual([]);
  });

  it('has the exit codes that scripts rely on', () => {
    expect(exitCodes).toEqual({ ok: 0, failures: 1, usage: 2, notReady: 3 });
  });

  it('ends --json of run start and run show with these members', async () => {
    const run = new SmallRun();
    await run.begin();
    expect(Object.keys(runDocument(await loadRun(run.store, run.id)))).toEqual([
      'run',
      'status',
      'total',
      'completed',
      'solved',
      'unscored',
      'passAt1',
      'interval',
      'base',
      'dialogue',
      'calls',
      'repeatedCalls',
      'knownRepeatedCalls',
      'tokens',
      'costUsd',
      'speculative',
      'unusable',
      'firstToken',
      'freshCells',
      'assurance',
      'visibleTestsDropped',
      'movedTo',
      'nextTry',
      'inProgress',
    ]);
  });
});

/** Codes that people and programs meet: in the `error` member of --json, in the reasons of paused runs, from the library. */
const publishedCodes = [
  'ATTEMPT_INCOMPLETE',
  'ATTEMPT_NOT_BEGUN',
  'BAD_BASE_URL',
  'BAD_PROXY',
  'BAD_COMMAND_LINE',
  'BAD_DATASET_FILE',
  'BAD_DATASET_ROW',
  'BAD_FAULTS',
  'BAD_FILE',
  'BAD_FLAG',
  'BAD_KEY_FILE',
  'BAD_MODEL_SETTING',
  'BAD_RECIPE',
  'BAD_REQUEST',
  'BAD_SETTING',
  'BAD_SOURCE',
  'BAD_USAGE',
  'BANK_EMPTY',
  'BANK_EXISTS',
  'BANK_MISSING',
  'BANK_MODEL_UNKNOWN',
  'BANK_ROW_MALFORMED',
  'BANK_SOURCE_MODEL_MISSING',
  'BANK_UNREADABLE',
  'BODY_COPIED',
  'CANCEL_PENDING',
  'CHAT_BUSY',
  'CHAT_ENDED',
  'CHAT_SCRIPT_MALFORMED',
  'CHAT_SCRIPT_UNREADABLE',
  'CHAT_UNKNOWN',
  'DATASETS_DIFFER',
  'DATASET_CACHE_UNWRITABLE',
  'DATASET_DOWNLOAD_FAILED',
  'DATASET_FILE_DAMAGED',
  'DATASET_FILE_UNREADABLE',
  'DISK_FULL',
  'ENDPOINT_ADDRESS',
  'ENDPOINT_AUTHENTICATION',
  'ENDPOINT_CONNECTION',
  'ENDPOINT_IN_USE',
  'ENDPOINT_NONSENSE',
  'ENDPOINT_NOT_CONFIGURED',
  'ENDPOINT_NOT_FOUND',
  'ENDPOINT_QUOTA',
  'ENDPOINT_RATE_LIMIT',
  'ENDPOINT_REJECTED_REQUEST',
  'ENDPOINT_SERVER',
  'ENDPOINT_SILENT',
  'ENDPOINT_TIMEOUT',
  'ENGINE_BINARY_MISSING',
  'ENGINE_BINARY_UNUSABLE',
  'ENGINE_DATABASE_CORRUPT',
  'ENGINE_DATABASE_LOCKED',
  'ENGINE_FAILED',
  'ENGINE_NAMESPACE_NOT_PREPARED',
  'ENGINE_NOT_STARTED',
  'ENGINE_UNREACHABLE',
  'ENGINE_VERSION_MISMATCH',
  'EXPORT_DAMAGED',
  'EXPORT_EMPTY',
  'EXPORT_INCOMPLETE',
  'EXPORT_NOT_A_FOLDER',
  'EXPORT_NOT_EMPTY',
  'EXPORT_NOT_WRITABLE',
  'EXPORT_WITHOUT_CALLS',
  'FOLDER_CHANGED',
  'FOLDER_NOT_READ',
  'FUNCTION_AMBIGUOUS',
  'FUNCTION_UNKNOWN',
  'GIT_MISSING',
  'INDEX_FILE_TOO_LARGE',
  'INDEX_UNAVAILABLE',
  'INSTALLER_MISSING',
  'INTERNAL',
  'INTERRUPTED',
  'JOB_STOPPED',
  'LAB_CLOSED',
  'LOCK_HELD',
  'METHOD_UNFIT',
  'MODEL_ADDRESS',
  'MODEL_AUTHENTICATION',
  'MODEL_CONNECTION',
  'MODEL_NONSENSE',
  'MODEL_NOT_FOUND',
  'MODEL_QUOTA',
  'MODEL_RATE_LIMIT',
  'MODEL_REFUSES_RUN',
  'MODEL_REJECTED_REQUEST',
  'MODEL_SERVER',
  'MODEL_SERVER_MISSING',
  'MODEL_SERVER_PORT',
  'MODEL_TIMEOUT',
  'MODEL_UNUSABLE',
  'NOTHING_TO_REPLAY',
  'NOTHING_TO_SIMULATE',
  'NOT_AN_EXPORT',
  'NOT_BUILT',
  'NOT_READY',
  'NOT_REPLAYABLE',
  'NOT_RUNNING',
  'NO_API_KEY',
  'NO_COMMON_PROBLEMS',
  'NO_COMMON_VERDICTS',
  'NO_INSTANCES',
  'NO_LONGER_WANTED',
  'NO_REFERENCE',
  'NO_REFERENCES',
  'BAD_SOURCE_FILE',
  'SOURCE_NOT_ENDED',
  'VECTORS_DIFFER',
  'SOURCE_OF_OTHER_KIND',
  'NO_BENCHMARK',
  'NO_CANDIDATE',
  'NO_DATASET_RUN',
  'NO_EMBEDDER',
  'NO_ROWS',
  'NO_PATCHES',
  'NO_SOURCE',
  'NO_TASKS',
  'NO_VERDICTS',
  'ONE_RUN_ONLY',
  'OPTION_OF_OTHER_KIND',
  'OTHER_ENDPOINT',
  'PACKAGE_ROOT_MISSING',
  'PORT_IN_USE',
  'PROBLEM_NOT_IN_BANK',
  'PLOTS_NOT_WRITTEN',
  'PROBLEM_UNKNOWN',
  'PROCESS_EXITED_EARLY',
  'PROCESS_NOT_READY',
  'PROCESS_NOT_STARTED',
  'PROCESS_NOT_STOPPED',
  'PROFILE_UNFIT',
  'PUBLISHED_ROW_MALFORMED',
  'PYTHON_DIFFERS',
  'REFERENCES_MISSING',
  'RESULTS_EXIST',
  'RESULTS_NOT_WRITABLE',
  'REPOSITORY_AMBIGUOUS',
  'REPOSITORY_ARCHIVE',
  'REPOSITORY_JOB',
  'REPOSITORY_UNKNOWN',
  'REPOSITORY_UNREACHABLE',
  'REQUEST_LOG_UNWRITABLE',
  'RUN_AMBIGUOUS',
  'RUN_ENDED',
  'RUN_KNOWN',
  'RUN_LOST',
  'RUN_NAMED_OTHERWISE',
  'RUN_NOT_FOR_BANK',
  'RUN_OF_ANOTHER_KIND',
  'RUN_OF_OTHER_CODE',
  'RUN_OF_OTHER_VERSIONS',
  'RUN_PAUSED',
  'RUN_UNKNOWN',
  'RUN_WITHOUT_ROUNDS',
  'RUN_WITHOUT_VERDICTS',
  'SAME_RUN',
  'SAMPLES_MISSING',
  'SAMPLE_UNKNOWN',
  'SANDBOX_IMAGE_MISSING',
  'SANDBOX_INFRA',
  'SANDBOX_MISSING',
  'SANDBOX_PYTHON_UNUSABLE',
  'SANDBOX_TASK_TOO_LARGE',
  'SANDBOX_TOOLS_MISSING',
  'SANDBOX_UNAVAILABLE',
  'SANDBOX_UNSAFE',
  'SESSION_FILES',
  'STATE_FOLDER_NOT_WRITABLE',
  'STEERING_REFUSED',
  'STOPPED_BY_HAND',
  'SOURCES_DIFFER',
  'STORE_CORRUPT',
  'STORE_FAILED',
  'STORE_FOREIGN',
  'STORE_FULL',
  'STORE_LOCKED',
  'STORE_NOT_WRITABLE',
  'STORE_SCHEMA_NEWER',
  'SUITE_UNKNOWN',
  'TASK_ENVIRONMENT',
  'TEST_BROKEN',
  'UNKNOWN_DATASET',
  'UNKNOWN_METHOD',
  'UNKNOWN_PROBLEM',
  'UNKNOWN_ROW',
  'WORK_SUPERSEDED',
];

/** Codes that tell our own faults, and what our own parts say to each other; they may be renamed. */
const internalCodes = [
  'CALL_BUDGET_SPENT',
  'CALL_MISSING',
  'CASES_NOT_PREPARED',
  'BATCH_UNREADABLE',
  'BLOB_MISSING',
  'BODY_TOO_LARGE',
  'CHECKER_BROKEN',
  'CHECK_MISMATCH',
  'CRITIQUE_MISSING',
  'DIALOGUE_MOVED',
  'ENDPOINT_CANCELLED',
  'ENDPOINT_CLIENT_DEFECT',
  'ENDPOINT_REFUSES_RUN',
  'ENDPOINT_UNUSABLE',
  'ENVIRONMENT_MISSING',
  'EXPECTED_OUTPUT_TOO_LONG',
  'FILE_UNWRITABLE',
  'FUNCTION_MISSING',
  'HARNESS_OUTDATED',
  'JOB_BROKEN',
  'MODEL_CANCELLED',
  'MODEL_CLIENT_DEFECT',
  'NO_ANSWER_KEPT',
  'NO_REPOSITORY_CELLS',
  'PROBLEM_CONFLICT',
  'PROBLEM_REFUSED',
  'RECORD_MISSING',
  'RECORD_UNREADABLE',
  'ROLE_NOT_LISTED',
  'RUN_MISSING',
  'SANDBOX_CANCELLED',
  'SANDBOX_CLOSED',
  'SIMULATION_ENDLESS',
  'STORE_EXCHANGED',
  'STORE_MISSING',
  'STORE_SCHEMA_OLDER',
  'TRIED_OUT',
];

const productFolders = [
  'core',
  'workflows',
  'activities',
  'llm',
  'sandbox',
  'datasets',
  'store',
  'repositories',
  'workers',
  'client',
  'report',
  'lab',
  'cli',
  'processes',
  'engine',
  'config',
];

/** The texts in capitals that a file gives to a `code`. */
function codesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const codes: string[] = [];
  const visit = (node: ts.Node, given: boolean): void => {
    if (given && ts.isStringLiteral(node) && /^[A-Z]+(_[A-Z]+)*$/.test(node.text)) {
      codes.push(node.text);
    }
    const here = given || (ts.isPropertyAssignment(node) && node.name.getText() === 'code');
    ts.forEachChild(node, (child) => {
      visit(child, here);
    });
  };
  visit(source, false);
  return codes;
}

function thrownCodes(): ReadonlySet<string> {
  const files = productFolders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'));
  // What a model's endpoint says before a run is told as the endpoint's (llm/check-endpoint.ts).
  const ofEndpoints = codesIn(join(root, 'llm/failures/errors.ts')).map((code) =>
    code.replace(/^MODEL_/, 'ENDPOINT_'),
  );
  return new Set([...files.flatMap(codesIn), ...ofEndpoints]);
}

describe('the codes of errors', () => {
  const thrown = thrownCodes();

  it('are still raised under their published names', () => {
    expect(publishedCodes.filter((code) => !thrown.has(code))).toEqual([]);
    expect(internalCodes.filter((code) => !thrown.has(code))).toEqual([]);
  });

  it('are all listed, as published or as our own', () => {
    const listed = [...publishedCodes, ...internalCodes];
    expect([...thrown].filter((code) => !listed.includes(code)).sort()).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
  });
});
