import type { SnapshotEntry } from './snapshot';

export interface Licence {
  /** What the licence's file says, by its words; null where none is known. */
  readonly byFile: { readonly path: string; readonly id: string | null } | null;
  /** What the metadata says, as written there. */
  readonly byMetadata: { readonly path: string; readonly text: string } | null;
}

/** Words that only that licence has; the first that fits. */
const marks: readonly (readonly [string, RegExp])[] = [
  ['AGPL-3.0', /gnu affero general public license\s+version 3/],
  ['LGPL-3.0', /gnu lesser general public license\s+version 3/],
  ['LGPL-2.1', /gnu lesser general public license\s+version 2\.1/],
  ['GPL-3.0', /gnu general public license\s+version 3/],
  ['GPL-2.0', /gnu general public license\s+version 2/],
  ['MPL-2.0', /mozilla public license,? version 2\.0/],
  ['Apache-2.0', /apache license\s+version 2\.0/],
  [
    'BSD-3-Clause',
    /redistribution and use in source and binary forms[^]*(neither the name|the names? of [^.]{0,200} may not be used)/,
  ],
  ['BSD-2-Clause', /redistribution and use in source and binary forms/],
  ['ISC', /permission to use, copy, modify,? and\/?(or)? distribute this software for any/],
  ['MIT', /permission is hereby granted, free of charge|^\s*(the )?mit license/],
  ['Unlicense', /this is free and unencumbered software released into the public domain/],
  ['PSF-2.0', /python software foundation license/],
];

/** The licence of a tree, by the files at its root. Says what is written, and decides nothing. */
export function findLicence(entries: readonly SnapshotEntry[]): Licence {
  const root = entries
    .filter((entry) => entry.kind === 'file' && !entry.path.includes('/'))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const text = (entry: SnapshotEntry | undefined): string =>
    entry?.kind === 'file' ? entry.content.subarray(0, 200_000).toString('utf8') : '';
  const file = root.find(({ path }) => /^(licen[cs]e|copying|unlicense)([.-].*)?$/i.test(path));
  const words = text(file)
    .toLowerCase()
    .replace(/[\s*#"]+/g, ' ');
  const byFile =
    file === undefined
      ? null
      : { path: file.path, id: marks.find(([, mark]) => mark.test(words))?.[0] ?? null };
  for (const [path, patterns] of metadata) {
    const source = text(root.find((entry) => entry.path === path));
    for (const pattern of patterns) {
      const found = pattern.exec(source)?.[1]?.trim();
      if (found) return { byFile, byMetadata: { path, text: found.slice(0, 200) } };
    }
  }
  return { byFile, byMetadata: null };
}

const classifier = /License :: (?:OSI Approved :: )?([A-Za-z][^"'\n]{1,80})/;
const metadata: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    'pyproject.toml',
    [
      /^\s*license\s*=\s*["']([^"'\n]+)["']/m,
      /^\s*license\s*=\s*\{\s*text\s*=\s*["']([^"'\n]+)["']/m,
      /^\s*license\.text\s*=\s*["']([^"'\n]+)["']/m,
      classifier,
    ],
  ],
  ['setup.cfg', [/^\s*license\s*=\s*([^\n]+)$/m, classifier]],
  ['setup.py', [/\blicense\s*=\s*["']([^"'\n]+)["']/, classifier]],
  ['PKG-INFO', [/^License-Expression:\s*([^\n]+)$/m, /^License:\s*([^\n]+)$/m, classifier]],
];
