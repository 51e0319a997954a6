import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { EspalierHome } from './espalier-home';

/** The files of an export by name, as they are. */
export type ExportedRun = Readonly<Record<string, string>>;

/** The group of commands whose `export` writes a run. */
export type ExportGroup = 'run' | 'env' | 'dataset';

/** Exports a run with the command. @throws Error with its words when it refuses. */
export async function exportedRun(
  home: EspalierHome,
  run: string,
  group: ExportGroup = 'run',
): Promise<ExportedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-export-'));
  try {
    const target = join(folder, 'export');
    const end = await home.run(group, 'export', run, target);
    if (end.code !== 0)
      throw new Error(`${group} export ended with ${String(end.code)}: ${end.stderr}`);
    const names = readdirSync(target, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(target, name)).isFile())
      .sort();
    return Object.fromEntries(
      names.map((name) => [name, readFileSync(join(target, name), 'utf8')]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where two exports differ: file, line, both lines' beginnings; null when they are the same bytes. */
export function exportDifference(left: ExportedRun, right: ExportedRun): string | null {
  const isShared = (name: string): boolean => name in left && name in right;
  const all = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  // Where one of them lacks a file that is named by its content, the files that refer to it say what is other.
  const names = [...all.filter(isShared), ...all.filter((name) => !isShared(name))];
  for (const name of names) {
    const [one, other] = [left[name], right[name]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return `${name} is in one of them only`;
    const [lines, others] = [one.split('\n'), other.split('\n')];
    const at = lines.findIndex((line, index) => line !== others[index]);
    const from = firstDifference(lines[at] ?? '', others[at] ?? '');
    const shown = (line = '') => JSON.stringify(line.slice(Math.max(0, from - 60), from + 160));
    return `${name} line ${String(at + 1)} column ${String(from)}: ${shown(lines[at])} or ${shown(others[at])}`;
  }
  return null;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}
