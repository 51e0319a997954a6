import type { OutlinedFile } from '../../schemas/repository-outline';
import { isTestPath } from '../test-paths';

/**
 * Test files by their nearness to located files: those named after one (`test_sums.py` for `sums.py`), then those that import one, then those
 * in the same folder or below it. Files of tests that have nothing to do with one of them are left out.
 * @param located the most important first
 */
export function nearestTests(
  located: readonly string[],
  files: readonly OutlinedFile[],
): readonly string[] {
  const tests = files.filter(
    ({ path, definitions }) =>
      isTestPath(path) &&
      /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?)\.py$/.test(path) &&
      definitions.some(({ name }) => /(?:^|\.)test/i.test(name)),
  );
  const ranked = tests.map((file) => ({ path: file.path, rank: rankOf(file, located) }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((left, right) => left.rank - right.rank || (left.path < right.path ? -1 : 1))
    .map(({ path }) => path);
}

/** 0 is nearest: by kind of nearness first, then by the place of the located file. */
function rankOf({ path, imports }: OutlinedFile, located: readonly string[]): number {
  const ranks = located.map((one, place) => {
    const kind = isNamedAfter(path, one)
      ? 0
      : imports.some((name) => isModuleOf(name, one, path))
        ? 1
        : isBelow(path, one)
          ? 2
          : Infinity;
    return kind * 1_000 + place;
  });
  return Math.min(Infinity, ...ranks);
}

function isNamedAfter(test: string, one: string): boolean {
  const parts = one.replace(/\.py$/, '').split('/');
  const name = parts.at(-1) === '__init__' ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '');
  const own = (test.split('/').at(-1) ?? '').replace(/\.py$/, '').replace(/^tests?_|_tests?$/g, '');
  const bare = (text: string): string => text.replace(/^_+/, '');
  return bare(name) !== '' && (own === bare(name) || own === parts.slice(-2).map(bare).join('_'));
}

function isModuleOf(name: string, one: string, test: string): boolean {
  const parts = one
    .replace(/^(?:src|lib)\//, '')
    .replace(/(?:\/__init__)?\.py$/, '')
    .split('/');
  if (name.startsWith('.')) {
    const dots = /^\.+/.exec(name)?.[0].length ?? 0;
    const folder = test
      .replace(/^(?:src|lib)\//, '')
      .split('/')
      .slice(0, -dots);
    return [...folder, ...name.slice(dots).split('.')].join('.') === parts.join('.');
  }
  return name === parts.join('.');
}

/** A package that keeps its tests beside its modules. */
function isBelow(test: string, one: string): boolean {
  const folder = one.split('/').slice(0, -1).join('/');
  return folder !== '' && test.startsWith(`${folder}/`);
}
