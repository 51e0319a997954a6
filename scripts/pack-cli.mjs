// Packs the command line of a built folder into one file, cli/packed.js, and keeps beside it what V8 compiles of it for
// some commands: a command then reads one file instead of some 760 (docs/decisions/0056).
//   node scripts/pack-cli.mjs <folder with the compiled sources>
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const scripts = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? '');
const entry = join(folder, 'cli', 'entry.js');
const packed = join(folder, 'cli', 'packed.js');

// Of packages those with many small files that every command reads. The others stay where they are: some have native
// parts, some find files of their own beside them, and most are read by few commands.
const insidePackages = ['commander', 'kysely', 'zod'];
const { dependencies } = JSON.parse(readFileSync(join(scripts, '..', 'package.json'), 'utf8'));
const outsidePackages = Object.keys(dependencies).filter((name) => !insidePackages.includes(name));

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

await build({
  entryPoints: [entry],
  outfile: packed,
  absWorkingDir: folder,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: outsidePackages.flatMap((name) => [name, `${name}/*`]),
  // A script with code that was compiled beforehand has no import(): require() takes its place.
  supported: { 'dynamic-import': false },
  banner: { js: 'const packedFolder=__dirname;' },
  plugins: [ownPlaces],
  logLevel: 'warning',
});

// Every command's file is read for the help; the others open a store. Each goes on from what the one before has left.
const home = mkdtempSync(join(tmpdir(), 'espalier-pack-'));
try {
  for (const typed of [['--help'], ['run', 'list'], ['run', 'show', 'none']]) {
    execFileSync(process.execPath, [join(scripts, 'keep-compiled.cjs'), packed, ...typed], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, ESPALIER_HOME: home },
      stdio: 'pipe',
    });
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
