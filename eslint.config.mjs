// House rules. Layering is one entry per folder in `layers` below; test/lint shows that each rule fires.
import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';

import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const adapters = ['llm', 'sandbox', 'datasets', 'store', 'repositories'];

/**
 * Per folder: `may` = folders it may import; `types` = folders of which it may import types, and nothing else at the top
 * of a file; `lazy` = folders it may reach with `import()` only; `own` = the third-party packages whose door it is; `some` =
 * packages that only some of its files may import (blocks below). CONTRIBUTING.md shows this table.
 */
export const layers = {
  core: { may: [], own: [], some: ['zod', 'jsonrepair'] },
  workflows: { may: ['core'], own: ['@temporalio/workflow'] },
  activities: { may: ['core', ...adapters], own: ['@temporalio/activity', 'zod'] },
  llm: {
    may: ['core'],
    own: ['openai', 'gpt-tokenizer', 'http-proxy-agent', 'https-proxy-agent', 'zod'],
  },
  sandbox: { may: ['core', 'processes'], own: ['zod'], some: ['dockerode'] },
  datasets: { may: ['core'], own: ['zod', '@lezer/python'] },
  store: { may: ['core'], own: ['kysely', 'better-sqlite3', 'zod'] },
  repositories: { may: ['core'], own: [] },
  workers: {
    may: ['core', 'config', 'activities', 'processes', ...adapters],
    own: ['@temporalio/worker', '@temporalio/envconfig', 'zod'],
  },
  client: {
    may: ['core'],
    // Signals, queries and arguments of workflows are typed by the workflows themselves.
    types: ['workflows'],
    own: ['@temporalio/client', '@temporalio/envconfig'],
  },
  report: { may: ['core', 'store'], own: ['echarts', '@resvg/resvg-wasm'] },
  lab: {
    may: ['core', 'config', 'client', 'datasets', 'store', 'report', 'processes', 'engine'],
    own: ['zod', 'yaml'],
    lazy: ['llm', 'sandbox', 'repositories', 'workers'],
  },
  cli: {
    may: ['core', 'config', 'lab', 'report'],
    own: ['commander', 'zod', '@lezer/python', '@lezer/highlight'],
    lazy: ['workers', 'engine', 'sandbox', 'llm', 'datasets', 'store'],
    types: ['sandbox'],
  },
  processes: { may: ['core'], own: [] },
  engine: { may: ['core', 'processes'], own: [] },
  config: { may: ['core'], own: ['zod'] },
};

const topFolders = [...Object.keys(layers), 'laboratory', 'scripts', 'test'];

const packages = [
  '@temporalio/workflow',
  '@temporalio/activity',
  '@temporalio/worker',
  '@temporalio/client',
  '@temporalio/common',
  '@temporalio/testing',
  '@temporalio/proto',
  '@temporalio/envconfig',
  'openai',
  'gpt-tokenizer',
  'http-proxy-agent',
  'https-proxy-agent',
  'dockerode',
  'kysely',
  'better-sqlite3',
  'commander',
  'zod',
  '@lezer/python',
  '@lezer/common',
  '@lezer/lr',
  '@lezer/highlight',
  'jsonrepair',
  'echarts',
  '@resvg/resvg-wasm',
  'protobufjs',
  'yaml',
];

const escape = (text) => text.replace(/[/.]/g, '\\$&');
const anyOf = (names) => `(${names.map(escape).join('|')})`;
const nodeBuiltIn = `^(node:.*|${anyOf(builtinModules.filter((name) => !name.startsWith('_')))})$`;

/** The climb from a file `depth` folders below the root to the root: other folders look the same deeper down. */
const climb = (depth) => `^${'\\.\\./'.repeat(depth)}`;

function layerPatterns(folder, depth, own) {
  const { may, types = [], lazy = [] } = layers[folder];
  const never = topFolders.filter((name) => name !== folder && !may.includes(name));
  const patterns = [];
  patterns.push({
    regex: `${climb(depth)}laboratory(/|$)`,
    message:
      'The laboratory is not part of the product: it imports the product, never the reverse.',
  });
  const refuse = (names, message) => {
    const typed = names.filter((name) => types.includes(name));
    const closed = names.filter((name) => !types.includes(name));
    for (const [group, allowTypeImports] of [
      [typed, true],
      [closed, false],
    ]) {
      if (group.length === 0) continue;
      patterns.push({ regex: `${climb(depth)}${anyOf(group)}(/|$)`, allowTypeImports, message });
    }
  };
  const besides = types.length === 0 ? '' : ` (types: ${types.join(', ')} too)`;
  refuse(
    never.filter((name) => !lazy.includes(name) && name !== 'laboratory'),
    `${folder}/ may import ${may.length === 0 ? 'only itself' : `only itself and ${may.join(', ')}`}${besides}.`,
  );
  refuse(
    lazy,
    `${folder}/ loads ${lazy.join(', ')} with import(), in the command that needs it${besides}.`,
  );
  const foreign = packages.filter((name) => !own.includes(name));
  patterns.push({
    regex: `^${anyOf(foreign)}(/|$)`,
    message: `This package has one door, and it is not here (${folder}/: ${own.join(', ') || 'none'}).`,
  });
  if (folder === 'core' || folder === 'workflows') {
    patterns.push({
      regex: nodeBuiltIn,
      message: `${folder}/ runs inside the workflow bundle: no Node built-ins.`,
    });
  }
  if (folder === 'workflows') {
    patterns.push({
      regex: `${climb(depth)}core/((schemas|tasks)(/|$)|kinds/(kinds|schema-table|[^/]+/schema)$)`,
      allowTypeImports: true,
      message:
        'Schemas and tasks are types only here, and so is the full table of kinds: zod must stay out of the workflow bundle.',
    });
  }
  if (folder === 'core') {
    patterns.push({
      regex: '^(\\.\\.?/)+(schemas(/|$)|(.*/)?schema$)',
      allowTypeImports: true,
      message:
        'Schemas are types only outside core/schemas, core/tasks and core/kinds/schema-table.ts: zod must stay out of the workflow bundle.',
    });
  }
  return patterns;
}

/** The search, and the part of a kind that workflows see, run in workflows. The rest of core/ may know tasks and the full table. */
const searchRuns = {
  regex: '^(\\.\\.?/)+(tasks(/|$)|(kinds/)?kinds$)',
  allowTypeImports: true,
  message:
    'Tasks and the full table of kinds are types only here, since this runs inside the workflow bundle: no zod.',
};

/** Where zod may be imported, and schemas as values. */
const zodFiles = [
  [
    2,
    [
      'core/schemas/*.ts',
      'core/tasks/*.ts',
      'core/kinds/kind-schemas.ts',
      'core/kinds/schema-table.ts',
    ],
  ],
  [3, ['core/tasks/*/*.ts', 'core/kinds/*/schema.ts']],
];

const restrictImports = (patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});

const restrictedSyntax = {
  enum: { selector: 'TSEnumDeclaration', message: 'Use an `as const` union instead of an enum.' },
  exportAll: { selector: 'ExportAllDeclaration', message: 'Name what you export.' },
  // hyparquet and its writer are ES modules alone, which no other form of import reaches.
  lazy: {
    selector: 'ImportExpression:not([source.value=/^hyparquet(-writer)?$/])',
    message: 'Only lab and the faces load lazily: import() hides a layer from lint.',
  },
  environment: {
    selector:
      ":matches(MemberExpression[object.name='process'][property.name='env'], VariableDeclarator[init.name='process'])",
    message: 'Only config/settings.ts reads process.env: take a setting as a parameter.',
  },
  processModule: {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/]',
    message: 'Use the global process, so that lint sees process.env.',
  },
  argless: {
    selector:
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.name='Date']",
    message: 'Time is an argument in core/.',
  },
  ownWait: {
    selector:
      ':matches(WhileStatement, DoWhileStatement, ForStatement[test=null]) AwaitExpression :matches(CallExpression[callee.name=/^(sleep|later|pause|delay|setTimeout|setImmediate)$/], CallExpression[callee.property.name=/^(setTimeout|setImmediate)$/])',
    message:
      'Wait with `eventually` (laboratory/home/eventually): a loop of your own goes on for ever when a test fails.',
  },
  noFloor: {
    selector: 'Program',
    message:
      'This file is on no floor of core/: name its folder in coreFloors (eslint.config.mjs).',
  },
};
const { enum: noEnum, exportAll, lazy, environment, processModule } = restrictedSyntax;

/** What a folder that loads lazily may not reach with `import()`. */
function lazyNever(folder) {
  const { may, lazy: lazily } = layers[folder];
  const never = topFolders.filter((name) => ![folder, ...may, ...lazily].includes(name));
  return {
    selector: `ImportExpression[source.value=/^(\\.\\.\\/)+(${never.join('|')})\\//]`,
    message: `${folder}/ loads only ${lazily.join(', ')} with import(), besides what it may import.`,
  };
}

const restrictSyntax = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules] });

/** Of files below the root: more than any has, so that none is without its layer. */
const depths = [1, 2, 3, 4, 5, 6, 7, 8];

const layerBlocks = Object.entries(layers).flatMap(([folder, { own }]) =>
  depths.map((depth) => ({
    files: [`${folder}/${'*/'.repeat(depth - 1)}*.ts`],
    rules: restrictImports(layerPatterns(folder, depth, own)),
  })),
);

/**
 * The folders of core/, lowest floor first: a folder imports only folders of lower floors, types too. The schemas of a kind of
 * work are in its folder, and on the floor of the other schemas.
 */
export const coreFloors = [
  ['values', 'errors', 'names', 'words', 'durable', 'statistics'],
  ['python-values'],
  ['schemas', 'kinds/{kind-schemas,schema-table}.ts', 'kinds/*/schema.ts'],
  ['adapters', 'replies'],
  ['journal', 'grading', 'repository'],
  ['patches'],
  ['tasks'],
  ['agents'],
  ['evaluation', 'refinement', 'search'],
  ['code-feedback'],
  ['ports'],
  ['kinds/!(kind-schemas|schema-table).ts', 'kinds/*/!(schema).ts', 'kinds/*/*/**/*.ts'],
  ['simulation', 'work'],
  ['metrics', 'supervision'],
];

const filesOf = (name) => `core/${name.endsWith('.ts') ? name : `${name}/**/*`}`;

const coreZones = coreFloors.flatMap((floor, index) =>
  floor.map((target) => ({
    target: filesOf(target),
    from: [
      ...coreFloors.slice(index + 1).flat(),
      // The schemas are one floor in several places, and so are the kinds; other folders of a floor do not know each other.
      ...floor.filter((other) => other !== target && !floor.some((one) => one.includes('kinds/'))),
    ].map(filesOf),
    message: 'core/ has floors (coreFloors in eslint.config.mjs): this import goes up or sideways.',
  })),
);

const kindsOfWork = readdirSync(new URL('core/kinds', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const kindZones = kindsOfWork.map((kind) => ({
  target: `core/kinds/${kind}/**/*`,
  from: kindsOfWork.filter((other) => other !== kind).map((other) => `core/kinds/${other}/**/*`),
  message: 'A kind of work does not know the other kinds.',
}));

const timers = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'];
const noGlobal = (name, message) => ({ name, message });
const fetchHere = noGlobal('fetch', 'fetch has two doors: llm/ and datasets/fetch.ts.');

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      'test/lint/bad/',
      'test/lint/good/',
      'datasets/bundled/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked, importX.flatConfigs.typescript],
    plugins: { 'import-x': importX },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.json'] })],
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      // Ports and fakes are async by contract.
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-restricted-globals': ['error', fetchHere],
      'no-restricted-properties': [
        'error',
        { object: 'globalThis', property: 'fetch', message: fetchHere.message },
      ],
      ...restrictSyntax(noEnum, exportAll, lazy, environment, processModule),
    },
  },
  ...layerBlocks,
  {
    files: ['core/**/*.ts'],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: [...coreZones, ...kindZones] }] },
  },
  ...zodFiles.map(([depth, files]) => ({
    files,
    rules: restrictImports(
      layerPatterns('core', depth, ['zod']).filter(({ regex }) => !regex.includes('schemas')),
    ),
  })),
  {
    files: ['core/kinds/*/{row,outcome}.ts'],
    rules: restrictImports([...layerPatterns('core', 3, []), searchRuns]),
  },
  ...depths.slice(1).map((depth) => ({
    files: [`core/search/${'*/'.repeat(depth - 2)}*.ts`],
    rules: restrictImports([...layerPatterns('core', depth, []), searchRuns]),
  })),
  {
    files: ['core/replies/*.ts'],
    rules: restrictImports(layerPatterns('core', 2, ['jsonrepair'])),
  },
  {
    files: ['sandbox/docker*.ts'],
    rules: {
      ...restrictImports(layerPatterns('sandbox', 1, ['dockerode', 'zod'])),
      // The package is loaded when a Docker engine is asked.
      ...restrictSyntax(noEnum, exportAll, environment, processModule),
    },
  },
  {
    files: ['core/**/*.ts', 'workflows/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        fetchHere,
        noGlobal('process', 'core/ and workflows/ know no process.'),
        noGlobal('globalThis', 'Name the global, so that lint sees it.'),
        noGlobal('Buffer', 'core/ and workflows/ know no Node globals.'),
      ],
    },
  },
  {
    files: ['core/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        fetchHere,
        noGlobal('process', 'core/ and workflows/ know no process.'),
        noGlobal('globalThis', 'Name the global, so that lint sees it.'),
        noGlobal('Buffer', 'core/ and workflows/ know no Node globals.'),
        noGlobal('performance', 'Time is an argument in core/.'),
        noGlobal('crypto', 'Chance and hashes are arguments in core/.'),
        ...timers.map((name) => noGlobal(name, 'No timers in core/: waiting is the workflow’s.')),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is an argument in core/.' },
        { object: 'Math', property: 'random', message: 'Chance is an argument in core/.' },
      ],
      ...restrictSyntax(noEnum, exportAll, lazy, environment, restrictedSyntax.argless),
    },
  },
  {
    files: ['core/**/*.ts'],
    ignores: coreFloors.flat().map(filesOf),
    rules: restrictSyntax(restrictedSyntax.noFloor),
  },
  {
    files: ['llm/**/*.ts', 'datasets/fetch.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: ['config/settings.ts'],
    rules: restrictSyntax(noEnum, exportAll, lazy),
  },
  {
    files: ['lab/**/*.ts'],
    rules: restrictSyntax(noEnum, exportAll, lazyNever('lab'), environment, processModule),
  },
  {
    files: ['cli/**/*.ts'],
    rules: {
      'no-console': 'off',
      ...restrictSyntax(noEnum, exportAll, lazyNever('cli'), environment, processModule),
    },
  },
  {
    files: ['scripts/**/*.ts', 'laboratory/**/*.ts', 'test/**/*.ts'],
    rules: {
      'no-console': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      ...restrictSyntax(noEnum, exportAll),
    },
  },
  {
    files: ['laboratory/**/*.ts'],
    rules: restrictImports([
      {
        regex: '^(\\.\\./)+test(/|$)',
        message: 'The laboratory does not import tests: move the shared code into laboratory/.',
      },
    ]),
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      ...restrictSyntax(noEnum, exportAll, restrictedSyntax.ownWait),
    },
  },
);
