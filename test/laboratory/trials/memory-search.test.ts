import { randomBytes } from 'node:crypto';

import { searchMemory } from '../../../laboratory/trials/memory-search';

describe('searching the memory of a process', () => {
  it('finds a text that the process holds, as often as it holds it', () => {
    const token = randomBytes(24).toString('hex');
    const held = Array.from({ length: 20 }, () => Buffer.from(token, 'latin1'));
    const { copies, readBytes } = searchMemory(process.pid, token);
    // They are used after the search, so that none is collected before it.
    for (const one of held) one.fill(0);
    expect(copies).toBeGreaterThanOrEqual(20);
    expect(readBytes).toBeGreaterThan(1 << 20);
  });

  it('finds nothing of a process that is gone', () => {
    expect(() => searchMemory(2 ** 22 + 1, 'x')).toThrow('ENOENT');
  });
});
