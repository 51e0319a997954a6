import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { obtainTemporalBinary } from '../../../engine';
import type { BinaryOptions } from '../../../engine';
import { cachedBinaryPath } from '../../../engine/temporal-binary';
import { cleanUp, scratchState } from '../scratch-state';
import { executable, fakeGo, nowhere } from './binary-ways';

afterEach(() => cleanUp([]));

describe('go install', () => {
  it('builds the pinned version into the cache, once, with its progress told', async () => {
    const { root } = scratchState();
    fakeGo(root, 'echo "go: downloading something" >&2; PATH=/bin:/usr/bin sleep 1.2');
    const progress: unknown[] = [];
    const options = { ...nowhere(root), onProgress: (event: unknown) => progress.push(event) };
    const built = await obtainTemporalBinary(options);
    const path = cachedBinaryPath(options.cacheFolder);
    expect(built).toEqual({ path, source: 'go-install', serverVersion: '1.29.1' });
    expect(progress).toContainEqual({
      kind: 'building',
      lastLine: 'go: downloading something',
      elapsedMs: expect.any(Number) as unknown,
    });
    expect(await obtainTemporalBinary(options)).toMatchObject({ path, source: 'cache' });
    expect(readFileSync(join(root, 'go-calls'), 'utf8')).toBe(
      '0 install -ldflags=-s -w github.com/temporalio/cli/cmd/temporal@v1.5.1\n',
    );
    expect(readdirSync(join(options.cacheFolder, 'temporal')).sort()).toEqual([
      'make.lock',
      'v1.5.1',
    ]);
  });

  it('is done once when two ask at the same time: the second waits and finds it', async () => {
    const { root } = scratchState();
    fakeGo(root, 'PATH=/bin:/usr/bin sleep 0.5');
    const waited: unknown[] = [];
    const options: BinaryOptions = {
      ...nowhere(root),
      onProgress: (event) => {
        if (event.kind === 'waiting') waited.push(event.holderPid);
      },
    };
    const both = await Promise.all([obtainTemporalBinary(options), obtainTemporalBinary(options)]);
    expect(both.map(({ source }) => source).sort()).toEqual(['cache', 'go-install']);
    expect(readFileSync(join(root, 'go-calls'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(waited).toContain(process.pid);
  });

  it('clears away what a killed build left, and puts nothing broken into the cache', async () => {
    const { root } = scratchState();
    const options = nowhere(root);
    const left = join(options.cacheFolder, 'temporal', '.work-left');
    executable(join(left, 'temporal'));
    executable(join(root, 'bin', 'go'), '#!/bin/sh\necho half > "$GOBIN/temporal"\n');
    await expect(obtainTemporalBinary(options)).rejects.toMatchObject({
      code: 'ENGINE_BINARY_MISSING',
    });
    expect(existsSync(left)).toBe(false);
    expect(existsSync(cachedBinaryPath(options.cacheFolder))).toBe(false);
    expect(readdirSync(join(options.cacheFolder, 'temporal'))).toEqual(['make.lock']);
  });
});
