import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findTemporalBinary, obtainTemporalBinary } from '../../engine';
import { cachedBinaryPath } from '../../engine/temporal-binary';
import { cleanUp, containing, matching, scratchState } from './scratch-state';
import { executable, nowhere, program } from './temporal/binary-ways';

afterEach(() => cleanUp([]));

describe('a temporal program that is already there', () => {
  it('is taken from TEMPORAL_CLI_PATH before anything else', async () => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'temporal'), program('1.30.0'));
    const cliPath = executable(join(root, 'mine'));
    const found = await obtainTemporalBinary({ ...nowhere(root), cliPath });
    expect(found).toEqual({ path: cliPath, source: 'cli-path', serverVersion: '1.29.1' });
  });

  it('is taken from PATH before the cache, and from the cache before any download', async () => {
    const { root } = scratchState();
    const onPath = executable(join(root, 'bin', 'temporal'), program('1.30.0'));
    const options = nowhere(root);
    const cached = executable(cachedBinaryPath(options.cacheFolder));
    expect(await obtainTemporalBinary(options)).toMatchObject({ path: onPath, source: 'path' });
    chmodSync(onPath, 0o644);
    expect(await obtainTemporalBinary(options)).toMatchObject({ path: cached, source: 'cache' });
  });

  it.each([
    ['is not there', null, 'there is no such file'],
    ['is another program', '#!/bin/sh\necho hello\n', 'does not name a Temporal server: "hello"'],
    ['fails', '#!/bin/sh\necho no library >&2; exit 3\n', 'exit code 3: no library'],
    ['is too old', program('1.20.4'), 'server 1.20.4 is older than 1.27.0'],
  ])('is refused, not passed over, when TEMPORAL_CLI_PATH %s', async (_, content, reason) => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'temporal'));
    const cliPath = join(root, 'mine');
    if (content !== null) executable(cliPath, content);
    await expect(obtainTemporalBinary({ ...nowhere(root), cliPath })).rejects.toMatchObject({
      code: 'ENGINE_BINARY_UNUSABLE',
      exitCode: 3,
      message: matching(new RegExp(`TEMPORAL_CLI_PATH=${cliPath}.*${reason}`)),
    });
  });

  it.each<[string, string, (path: string) => void]>([
    ['may not be executed', 'this user may not execute it', (path) => chmodSync(path, 0o644)],
    [
      'is a folder',
      'it is not a file',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('is not called missing when TEMPORAL_CLI_PATH %s', async (_, reason, spoil) => {
    const { root } = scratchState();
    const cliPath = executable(join(root, 'mine'));
    spoil(cliPath);
    await expect(obtainTemporalBinary({ ...nowhere(root), cliPath })).rejects.toMatchObject({
      code: 'ENGINE_BINARY_UNUSABLE',
      message: containing(reason),
    });
  });

  it('is passed over in the cache when it may not be executed, with the reason kept', async () => {
    const { root } = scratchState();
    const options = nowhere(root);
    const cached = executable(cachedBinaryPath(options.cacheFolder));
    chmodSync(cached, 0o644);
    expect((await findTemporalBinary(options)).attempts).toContainEqual({
      way: `cache (${cached})`,
      reason: 'this user may not execute it',
    });
  });

  it('is passed over on PATH when it does not work, with the reason kept', async () => {
    const { root } = scratchState();
    const broken = executable(join(root, 'bin', 'temporal'), '#!/bin/sh\nexit 1\n');
    const options = nowhere(root);
    expect((await findTemporalBinary(options)).attempts).toContainEqual({
      way: `PATH (${broken})`,
      reason: `${broken} ended with exit code 1`,
    });
    executable(cachedBinaryPath(options.cacheFolder));
    expect(await obtainTemporalBinary(options)).toMatchObject({ source: 'cache' });
  });
});

describe('when no way leads to a temporal program', () => {
  it('one message names every way and why it failed', async () => {
    const { root } = scratchState();
    executable(join(root, 'bin', 'go'), '#!/bin/sh\necho "proxy: forbidden" >&2; exit 1\n');
    const failure: unknown = await obtainTemporalBinary(nowhere(root)).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'ENGINE_BINARY_MISSING', exitCode: 3 });
    const text = String(failure);
    expect(text).toContain('TEMPORAL_CLI_PATH: not set');
    expect(text).toContain('PATH: no temporal on it');
    expect(text).toMatch(/cache \(.*v1\.5\.1\/temporal\): there is no such file/);
    expect(text).toMatch(/download from https:\/\/temporal\.download: .*ECONNREFUSED/);
    expect(text).toMatch(/go install: .*exit code 1: proxy: forbidden/);
    expect(failure).toHaveProperty('remedy', containing('TEMPORAL_ADDRESS'));
  });

  it('says that there is no Go toolchain', async () => {
    const { root } = scratchState();
    await expect(obtainTemporalBinary(nowhere(root))).rejects.toThrow(
      'go install: no Go toolchain (go is not on PATH)',
    );
  });

  it('names the cache folder when it cannot be written to', async () => {
    const { root } = scratchState();
    writeFileSync(join(root, 'cache'), 'a file in the place of the folder');
    await expect(obtainTemporalBinary(nowhere(root))).rejects.toMatchObject({
      code: 'STATE_FOLDER_NOT_WRITABLE',
      message: containing(join(root, 'cache')),
    });
  });
});
