import { Readable } from 'node:stream';

import { readImageTree } from '../../../repositories/intake/image-tree';
import { defaultLimits } from '../../../repositories/intake/snapshot';
import { tarOf } from '../../sandbox/real/tar';

const read = (entries: Parameters<typeof tarOf>[0], limits = defaultLimits) =>
  readImageTree(Readable.from([tarOf(entries)]), limits);

describe('the tree of a repository in an image', () => {
  it('holds files with their modes, and links between them, without the folder of the image', async () => {
    const { entries, named } = await read([
      { name: 'testbed/', type: '5' },
      { name: 'testbed/run.py', content: 'x = 1', mode: 0o755 },
      { name: 'testbed/pkg/fast.so', content: 'compiled' },
      { name: 'testbed/same.py', type: '2', target: 'run.py' },
      { name: 'testbed/out.py', type: '2', target: '/etc/passwd' },
    ]);
    expect(entries).toEqual([
      { kind: 'file', path: 'run.py', executable: true, content: Buffer.from('x = 1') },
      { kind: 'file', path: 'pkg/fast.so', executable: false, content: Buffer.from('compiled') },
      { kind: 'link', path: 'same.py', target: 'run.py' },
    ]);
    expect(named.links.map(({ path }) => path)).toEqual(['out.py']);
  });

  it('holds nothing of its history, nor what running Python left behind', async () => {
    const { entries } = await read([
      { name: 'testbed/.git/packed-refs', content: 'later' },
      { name: 'testbed/lib/.git', content: 'gitdir: elsewhere' },
      { name: 'testbed/pkg/__pycache__/a.cpython-39.pyc', content: 'later' },
      { name: 'testbed/pkg/a.pyc', content: 'later' },
      { name: 'testbed/pkg/a.py', content: '' },
    ]);
    expect(entries.map(({ path }) => path)).toEqual(['pkg/a.py']);
  });

  it('is refused when it holds more files than a repository may', async () => {
    const entries = [
      { name: 'testbed/a.py', content: '' },
      { name: 'testbed/b.py', content: '' },
    ];
    await expect(read(entries, { ...defaultLimits, mostFiles: 1 })).rejects.toThrow('too much');
  });
});
