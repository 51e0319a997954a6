// Packs the command line of a built folder into one file, cli/packed.js, and keeps beside it what V8 compiles of it for
// some commands: a command then reads one file instead of some 760 (docs/decisions/0056). Leaves neither where it fails.
//   node scripts/pack-cli.mjs <folder with the compiled sources>
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = dirname(fileURLToPath(import.meta.url));
// esbuild names files by their real paths.
const folder = realpathSync(process.argv[2] ?? '');
const packed = join(folder, 'cli', 'packed.js');

// Of packages those with many small files that every command reads. The others stay where they are: some have native
// parts, some find files of their own beside them, and most are read by few commands.
const insidePackages = ['commander', 'kysely', 'zod'];
const { dependencies } = JSON.parse(readFileSync(join(scripts, '..', 'package.json'), 'utf8'));
const outsidePackages = Object.keys(dependencies).filter((name) => !insidePackages.includes(name));

// The first reads the file of every command, the others open a store.
const warmUps = [
  { typed: ['--help'], code: 0 },
  { typed: ['run', 'list'], code: 0 },
  { typed: ['run', 'show', 'none'], code: 2 },
];

/** Our files go on knowing the folder that they were compiled into, as if they still were files of their own. */
const ownPlaces = {
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
};

async function pack() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(folder, 'cli', 'unpacked.js')],
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
    plugins: [ownPlaces],
    logLevel: 'silent',
  });
}

/** The environment of a command on a state folder of its own, with nobody's settings. */
function environmentOf(home) {
  const settings = /^(?:ESPALIER|TEMPORAL|OPENAI|NODE)_/;
  const others = Object.entries(process.env).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(others), HOME: home, ESPALIER_HOME: home };
}

/** Each goes on from what the one before has left. */
function keepCompiled() {
  const home = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
  try {
    for (const { typed, code } of warmUps) {
      const { status, stderr, error } = spawnSync(
        process.execPath,
        [join(scripts, 'keep-compiled.cjs'), packed, ...typed],
        { cwd: home, env: environmentOf(home), encoding: 'utf8' },
      );
      if (status === code) continue;
      const said = error?.message ?? stderr;
      throw new Error(`\`espalier ${typed.join(' ')}\` ended with ${status}: ${said}`);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

try {
  await pack();
  keepCompiled();
} catch (error) {
  for (const name of readdirSync(dirname(packed))) {
    if (/^packed\.(?:js|.*compiled)$/.test(name)) rmSync(join(dirname(packed), name));
  }
  console.error(error.message);
  process.exitCode = 1;
}
