import { storedArchive } from '../../../core/work/stored-archive';

test('an archive of the store is opened by its hash, when it is needed, for a folder of the cell or for all of it', async () => {
  const opened: string[] = [];
  const store = {
    openArchive: async function* (hash: string) {
      opened.push(hash);
      yield Buffer.from(`content of ${hash}`);
    },
  };
  const archive = storedArchive(store, 'h', 'deps');
  expect(archive).toMatchObject({ hash: 'h', at: 'deps' });
  expect(opened).toEqual([]);
  for await (const piece of archive.open())
    expect(Buffer.from(piece).toString()).toBe('content of h');
  expect(opened).toEqual(['h']);
  expect(storedArchive(store, 'h').at).toBe('');
});
