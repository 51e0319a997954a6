import type { EnvironmentRecord } from '../../core/schemas/environment';
import type { Definition } from '../../core/schemas/environment-definition';
import { definitionOf } from '../core/repository/sample-definition';

export function environmentRecord(changes: Partial<EnvironmentRecord> = {}): EnvironmentRecord {
  return {
    repository: {
      input: { kind: 'git', url: 'https://example.test/people/tools' },
      name: 'people/tools',
      commit: 'c'.repeat(40),
      tree: '7'.repeat(64),
      licence: 'MIT',
    },
    sha256: 'a'.repeat(64),
    archives: { installed: '1'.repeat(64), snapshot: '2'.repeat(64), tools: '4'.repeat(64) },
    python: '3.11.7',
    packages: { attrs: '24.2.0' },
    lock: '3'.repeat(64),
    rung: 1,
    attempts: [{ rung: 1, step: 'build', exitCode: 0, seconds: 2.5, log: 'done' }],
    modules: { importable: 0, total: 0 },
    lacks: [],
    ...changes,
  };
}

/** A function at a place (bytes) of a file. */
export function definitionAt(path: string, name: string, start: number): Definition {
  const id = `${path}::${name}#1`;
  return definitionOf({ id, path, name, qualname: name, span: { start, end: start + 40 } });
}
