import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { atOnce } from '../../core/values/at-once';
import { pythonFolder } from '../../sandbox/guest/bundle';

/** A Python, with what it is started in where it is not this machine's, as a command; its folder of tests is `tests/`. */
export interface PythonUnderTest {
  readonly command: readonly [string, ...string[]];
  readonly variables?: Readonly<Record<string, string>>;
}

export interface UnitTests {
  readonly ran: number;
  /** What those say that failed; empty when none did. */
  readonly failed: string;
}

/** The test modules that lie in a folder below `python/`, and the folders in it, each to be run by itself. */
export function unitTestsIn(folder: string): readonly (readonly string[])[] {
  const entries = readdirSync(join(pythonFolder(), folder), { withFileTypes: true });
  const modules = entries.flatMap(({ name }) => /^(test_\w+)\.py$/.exec(name)?.[1] ?? []);
  const folders = entries.filter((one) => one.isDirectory() && !/^(__|cases$)/.test(one.name));
  return [
    ...folders.map(({ name }) => ['discover', '-s', join(folder, name), '-t', '.']),
    ...(modules.length === 0
      ? []
      : [modules.map((name) => join(folder, name).replace(/\//gu, '.'))]),
  ];
}

function ranOnce(python: PythonUnderTest, selection: readonly string[]): Promise<UnitTests> {
  const [program, ...before] = python.command;
  const options = { cwd: pythonFolder(), env: python.variables ?? {}, maxBuffer: 1 << 26 };
  const args = [...before, '-B', '-m', 'unittest', ...selection];
  return new Promise((resolve) => {
    execFile(program, args, options, (error, _, said) => {
      const ran = Number(/^Ran (\d+) tests? in/m.exec(said)?.[1] ?? 0);
      const failed = error === null ? '' : `${selection.join(' ')}: ${error.message}\n${said}`;
      resolve({ ran, failed });
    });
  });
}

/** Runs two at a time, the first ones first. */
export async function runUnitTests(
  python: PythonUnderTest,
  selections: readonly (readonly string[])[],
): Promise<UnitTests> {
  const done = await atOnce(selections, 2, (one) => ranOnce(python, one));
  return {
    ran: done.reduce((sum, { ran }) => sum + ran, 0),
    failed: done.map(({ failed }) => failed).join(''),
  };
}
