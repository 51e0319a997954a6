import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { PackageIndex } from '../../../repositories/package-index/package-index';
import { decodeTar } from '../../../repositories/tar';
import { openPackageIndex } from '../../../workers/package-index';
import { FakeUpstream, sha256 } from './fake-upstream';

let folder: string;
let upstream: FakeUpstream;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-index-test-'));
  upstream = await FakeUpstream.start({
    tool: [
      { filename: 'tool-1.0-py3-none-any.whl', content: 'one' },
      { filename: 'tool-2.0-py3-none-any.whl', content: 'two' },
    ],
  });
});
afterEach(async () => {
  await upstream.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wheel = (version: string, content: string) => ({
  name: 'tool',
  filename: `tool-${version}-py3-none-any.whl`,
  sha256: sha256(content),
});
const index = () => new PackageIndex({ indexUrl: `${upstream.address}/simple/`, folder });

describe('the wheels of the package index', () => {
  it('are a tar under their names, and are fetched once', async () => {
    const pinned = [wheel('1.0', 'one'), wheel('2.0', 'two')];
    const tar = Buffer.concat([...(await index().wheels(pinned))]);
    expect([...decodeTar(tar)]).toMatchObject([
      { path: pinned[0]?.filename, executable: false, content: Buffer.from('one') },
      { path: pinned[1]?.filename, executable: false, content: Buffer.from('two') },
    ]);
    const asked = upstream.asked.length;
    expect(Buffer.concat([...(await index().wheels(pinned))])).toEqual(tar);
    expect(upstream.asked).toHaveLength(asked);
  });

  it.each([
    ['of another content', wheel('1.0', 'other')],
    ['of another name', { ...wheel('1.0', 'one'), filename: 'tool-1.0-py2-none-any.whl' }],
    ['of a package that is not there', { ...wheel('1.0', 'one'), name: 'nothing' }],
  ])('are none %s: the run pauses, and the remedy names the setting', async (_, pinned) => {
    await expect(index().wheels([pinned])).rejects.toMatchObject({
      ...{ code: 'INSTALLER_MISSING', fate: 'pauses-run', exitCode: 3 },
      message: `${pinned.filename} (sha256 ${pinned.sha256.slice(0, 12)}…) is not on the package index`,
      remedy: expect.stringContaining('ESPALIER_PACKAGE_INDEX') as string,
    });
  });

  it('come from the index of the settings, into the cache of the user, without showing credentials', async () => {
    const address = `${upstream.address}/simple`.replace('//', '//me:word@');
    const settings = readSettings({ ESPALIER_PACKAGE_INDEX: address, XDG_CACHE_HOME: folder });
    const own = openPackageIndex(settings);
    expect(own.shownAddress).not.toContain('word');
    await own.wheels([wheel('1.0', 'one')]);
    expect(upstream.authorizations[0]).toMatch(/^Basic /);
    const kept = new PackageIndex({
      ...{ indexUrl: 'http://127.0.0.1:9/simple/', folder: join(folder, 'espalier/package-index') },
    });
    await expect(kept.wheels([wheel('1.0', 'one')])).resolves.toBeDefined();
  });
});
