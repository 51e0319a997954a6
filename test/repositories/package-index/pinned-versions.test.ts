import { pinnedVersions, withPinned } from '../../../repositories/package-index/pinned-versions';
import type { IndexFile } from '../../../repositories/package-index/index-page';

const file = (filename: string): IndexFile => ({
  ...{ filename, url: `https://example.invalid/${filename}`, sha256: filename, size: null },
  ...{ requiresPython: null, yanked: false, uploadTime: null, metadataSha256: null },
});

describe('versions that requirements pin', () => {
  it('are those of exact requirements alone', () => {
    const pinned = pinnedVersions([
      'Py_Yaml==6.0',
      'a[b] == 1.2 ; python_version < "4"',
      'c>=1',
      'd==1.*',
    ]);
    expect([...pinned]).toEqual([
      ['py-yaml', '6.0'],
      ['a', '1.2'],
    ]);
  });

  it('stand on a page whatever their age, and no other files do', () => {
    const files = ['a-1.0.tar.gz', 'a-2.0-py3-none-any.whl', 'a-2.0.tar.gz', 'a-2.1.tar.gz'].map(
      file,
    );
    const until = { name: 'a', files: files.slice(0, 1) };
    const names = (version: string | undefined) =>
      withPinned({ name: 'a', files }, until, version).files.map(({ filename }) => filename);
    expect(names(undefined)).toEqual(['a-1.0.tar.gz']);
    expect(names('2')).toEqual(['a-1.0.tar.gz', 'a-2.0-py3-none-any.whl', 'a-2.0.tar.gz']);
    expect(names('1.0')).toEqual(['a-1.0.tar.gz']);
  });
});
