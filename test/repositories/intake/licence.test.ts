import { findLicence } from '../../../repositories/intake/licence';

const tree = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(
    ([path, text]) =>
      ({ kind: 'file', path, executable: false, content: Buffer.from(text) }) as const,
  );
const byFile = (text: string, path = 'LICENSE') => findLicence(tree({ [path]: text })).byFile;
const byMetadata = (files: Readonly<Record<string, string>>) =>
  findLicence(tree(files)).byMetadata?.text ?? null;

const bsd = 'Redistribution and use in source and binary forms are permitted.';

test.each([
  ['GNU Affero General Public License\n  Version 3', 'AGPL-3.0'],
  ['GNU LESSER GENERAL PUBLIC LICENSE\nVersion 3', 'LGPL-3.0'],
  ['GNU Lesser General Public License Version 2.1', 'LGPL-2.1'],
  ['GNU General Public License Version 3', 'GPL-3.0'],
  ['GNU General Public License Version 2', 'GPL-2.0'],
  ['Mozilla Public License, Version 2.0', 'MPL-2.0'],
  ['# Apache License\n# Version 2.0', 'Apache-2.0'],
  [`${bsd} Neither the name of it`, 'BSD-3-Clause'],
  [bsd, 'BSD-2-Clause'],
  ['Permission to use, copy, modify, and/or distribute this software for any purpose', 'ISC'],
  ['MIT License', 'MIT'],
  ['This is free and unencumbered software released into the public domain', 'Unlicense'],
  ['Python Software Foundation License', 'PSF-2.0'],
  ['Do as you like.', null],
])('the words %j are those of %j', (words, id) => {
  expect(byFile(words)).toEqual({ path: 'LICENSE', id });
});

test.each(['LICENCE', 'licence.txt', 'COPYING', 'LICENSE-MIT', 'Unlicense'])(
  'a licence may stand in %s',
  (path) => {
    expect(byFile('MIT License', path)).toEqual({ path, id: 'MIT' });
  },
);

test('only the root counts, and of several files the first by name', () => {
  expect(byFile('MIT License', 'docs/LICENSE')).toBeNull();
  expect(byFile('MIT License', 'LICENSES')).toBeNull();
  const files = tree({ 'LICENSE.b': 'MIT License', 'LICENSE.a': bsd });
  expect(findLicence(files).byFile).toEqual({ path: 'LICENSE.a', id: 'BSD-2-Clause' });
});

test.each([
  [{ 'pyproject.toml': 'license = "MIT"' }, 'MIT'],
  [{ 'pyproject.toml': "license = { text = 'ISC' }" }, 'ISC'],
  [{ 'pyproject.toml': '"License :: OSI Approved :: MIT License",' }, 'MIT License'],
  [{ 'setup.cfg': 'license = BSD ' }, 'BSD'],
  [{ 'setup.py': 'setup(license="PSF")' }, 'PSF'],
  [{ 'PKG-INFO': 'License: MIT\nLicense-Expression: ISC' }, 'ISC'],
  [{ 'setup.py': 'license="PSF"', 'pyproject.toml': 'license = "MIT"' }, 'MIT'],
  [{ 'setup.py': 'name="a"' }, null],
])('metadata says it: %j', (files, text) => {
  expect(byMetadata(files as Readonly<Record<string, string>>)).toBe(text);
});

test('at most 200 characters of metadata are kept', () => {
  expect(byMetadata({ 'setup.cfg': `license = ${'a'.repeat(201)}` })).toBe('a'.repeat(200));
});
