/** First release of a minor version of Python 3, and a setuptools that builds on it. An older setuptools may not. */
const released: readonly (readonly [minor: number, day: string, setuptools: string])[] = [
  // The oldest that `uv` builds with on an index of that day. It still knows `use_2to3`.
  [6, '2019-02-04', '57.5.0'],
  [9, '2020-10-05', '57.5.0'],
  [10, '2021-10-04', '57.5.0'],
  [11, '2022-10-24', '57.5.0'],
  [12, '2023-10-02', '68.2.2'],
  [13, '2024-10-07', '75.1.0'],
];

/**
 * What a build may use although it is younger than the package index: a setuptools, if this Python was released after the index. SWE-bench
 * builds old commits on later versions of Python. @param until ISO time of the index @param python its version, such as `3.9.18`
 */
export function buildToolsOf(until: string, python: string): readonly string[] {
  const [major, minor] = python.split('.').map(Number);
  const [, day = '', setuptools = ''] =
    released.findLast(([from]) => major === 3 && from <= Number(minor)) ?? [];
  return Date.parse(until) < Date.parse(day) ? [`setuptools==${setuptools}`] : [];
}
