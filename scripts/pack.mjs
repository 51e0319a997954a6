// Packs each program of a built folder into one file, and writes the code that V8 compiles of it beside the pack. A program then reads
// one file at its start instead of hundreds (docs/decisions/0056). If packing fails, no pack is left.
//   node scripts/pack.mjs <folder with the compiled sources>
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = dirname(fileURLToPath(import.meta.url));
// esbuild names files by their real paths.
const folder = realpathSync(process.argv[2] ?? '');

// Packages with many small files that every program reads. The others stay outside: some have native parts, some find files of their
// own beside them, and most are read by few commands.
const insidePackages = ['commander', 'kysely', 'zod'];
const { dependencies } = JSON.parse(readFileSync(join(scripts, '..', 'package.json'), 'utf8'));
const outsidePackages = Object.keys(dependencies).filter((name) => !insidePackages.includes(name));

/**
 * Entry points with the module that each runs, and the runs whose compiled code is kept, with the expected exit codes. Each run continues
 * from the code of the run before. The services end at once because their options or settings are bad: all their modules are loaded by then.
 */
const programs = [
  {
    entry: 'cli/main.js',
    module: 'cli/command-program.js',
    // The first reads the file of every command, the others open a store.
    warmUps: [
      { typed: ['--help'], code: 0 },
      { typed: ['run', 'list'], code: 0 },
      { typed: ['run', 'show', 'none'], code: 2 },
    ],
  },
  {
    entry: 'workers/worker-main.js',
    module: 'workers/worker-program.js',
    warmUps: [{ typed: ['null'], code: 3 }],
  },
  {
    entry: 'workers/model-server-main.js',
    module: 'workers/model-server-program.js',
    warmUps: [{ typed: ['null'], code: 3 }],
  },
  {
    entry: 'lab/supervision/supervisor-main.js',
    module: 'lab/supervision/supervisor-program.js',
    warmUps: [{ typed: [], settings: { ESPALIER_HEARTBEAT_MS: 'none' }, code: 2 }],
  },
].filter(({ module }) => existsSync(join(folder, module)));

const packOf = (entry) => join(folder, entry.replace(/\.js$/, '.packed.js'));

/** Our files go on knowing the folder that they were compiled into, as if they still were files of their own. */
const ownPlaces = (packed) => ({
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(folder + sep)) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!/\b__(?:dir|file)name\b/.test(text)) return undefined;
      const place = JSON.stringify(relative(dirname(packed), path));
      const own =
        `"use strict";const __filename=require("node:path").join(packedFolder,${place}),` +
        '__dirname=require("node:path").dirname(__filename);';
      return { contents: own + text, loader: 'js' };
    });
  },
});

async function pack({ entry, module }) {
  const { build } = await import('esbuild');
  const packed = packOf(entry);
  await build({
    entryPoints: [join(folder, module)],
    outfile: packed,
    absWorkingDir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: outsidePackages.flatMap((name) => [name, `${name}/*`]),
    // A script with code that was compiled beforehand has no import(): require() takes its place.
    supported: { 'dynamic-import': false },
    banner: { js: '"use strict";const packedFolder=__dirname;' },
    plugins: [ownPlaces(packed)],
    logLevel: 'silent',
  });
}

/** The environment of a program with a state folder of its own, without settings of this machine. */
function environmentOf(home, settings) {
  const setting = /^(?:ESPALIER|TEMPORAL|OPENAI|NODE)_/;
  const others = Object.entries(process.env).filter(([name]) => !setting.test(name));
  return { ...Object.fromEntries(others), HOME: home, ESPALIER_HOME: home, ...settings };
}

function keepCompiled({ entry, warmUps }) {
  const home = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
  try {
    for (const { typed, settings, code } of warmUps) {
      const { status, stderr, error } = spawnSync(
        process.execPath,
        [join(scripts, 'keep-compiled.cjs'), folder, entry, ...typed],
        { cwd: home, env: environmentOf(home, settings), encoding: 'utf8' },
      );
      if (status === code) continue;
      const said = error?.message ?? stderr;
      throw new Error(`\`${[entry, ...typed].join(' ')}\` ended with ${status}: ${said}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

try {
  for (const program of programs) {
    await pack(program);
    keepCompiled(program);
  }
} catch (error) {
  for (const { entry } of programs) {
    const place = dirname(join(folder, entry));
    for (const name of readdirSync(place)) {
      if (/\.packed\.(?:js|.*compiled)$/.test(name)) rmSync(join(place, name));
    }
  }
  console.error(error.message);
  process.exitCode = 1;
}
