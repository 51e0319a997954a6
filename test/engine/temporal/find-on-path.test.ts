import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findOnPath, isExecutable, whyNotExecutable } from '../../../engine/temporal/find-on-path';
import { cleanUp, scratchState } from '../../engine/scratch-state';

afterEach(() => cleanUp([]));

function program(folder: string, mode = 0o755): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'tool');
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

describe('a program on a PATH', () => {
  it('is the first that can be run', async () => {
    const { root } = scratchState();
    const [none, plain, first, second] = ['none', 'plain', 'first', 'second'].map((name) =>
      join(root, name),
    );
    program(plain ?? '', 0o644);
    program(second ?? '');
    const path = program(first ?? '');
    expect(await findOnPath('tool', [none, plain, first, second].join(':'))).toBe(path);
    expect(await findOnPath('tool', `${none ?? ''}:${plain ?? ''}`)).toBeNull();
    expect(await findOnPath('tool', '')).toBeNull();
  });

  it('is not looked for in relative folders', async () => {
    const { root } = scratchState();
    program(join(root, 'bin'));
    const relative = join('..', '..', '..', '..', '..', '..', '..', '..', root, 'bin');
    expect(await isExecutable(join(root, 'bin', 'tool'))).toBe(true);
    expect(await findOnPath('tool', relative)).toBeNull();
  });
});

describe('why a path cannot be run', () => {
  it('is told', async () => {
    const { root } = scratchState();
    const path = program(join(root, 'bin'));
    expect(await whyNotExecutable(path)).toBeNull();
    expect(await whyNotExecutable(root)).toBe('it is not a file');
    expect(await whyNotExecutable(join(root, 'none'))).toBe('there is no such file');
    expect(await whyNotExecutable(join(path, 'x'))).toBe('a part of its path is not a folder');
    const long = await whyNotExecutable(join(root, 'x'.repeat(300)));
    expect(long).toBe('this user cannot reach it (ENAMETOOLONG)');
    expect(await whyNotExecutable(program(join(root, 'plain'), 0o644))).toBe(
      'this user may not execute it',
    );
  });
});
