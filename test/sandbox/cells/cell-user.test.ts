import {
  cellUsers,
  drawUser,
  hasCellUsers,
  isCellUser,
  mappedUsers,
} from '../../../sandbox/cells/cell-user';

describe('the user of a cell', () => {
  it('is another one each time, and one that a kernel and an engine take', () => {
    const drawn = Array.from({ length: 100 }, () => drawUser());
    expect(new Set(drawn).size).toBe(100);
    expect(drawn.every((uid) => isCellUser(uid) && uid < 2 ** 31)).toBe(true);
    expect(isCellUser(drawUser(mappedUsers), mappedUsers)).toBe(true);
  });

  it.each([0, 1_000, 65_534, 100_000, 524_288, 2 ** 31])('is never %i, who is somebody', (uid) => {
    expect(isCellUser(uid)).toBe(false);
  });

  it.each([
    ['         0          0 4294967295\n', true],
    ['         0       1000          1\n', false],
    ['         0       1000          1\n         1     100000      65536\n', false],
    [`0 0 1000\n${cellUsers.first} 5 ${cellUsers.count}\n`, true],
    ['', false],
  ])('is there to be had where users are mapped as %j: %s', (map, due) => {
    expect(hasCellUsers(map)).toBe(due);
  });
});
