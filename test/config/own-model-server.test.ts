import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  modelServerAddressFile,
  modelServerName,
  ownModelServerUrl,
  publishAddress,
} from '../../config/own-model-server';
import { readSettings } from '../../config/settings';
import { stateFolder } from '../../config/state-folder';
import type { StateFolder } from '../../config/state-folder';

describe('the address of our own model server', () => {
  let folder: StateFolder;
  beforeAll(() => {
    const home = mkdtempSync(join(tmpdir(), 'model-server-'));
    folder = stateFolder(readSettings({ ESPALIER_HOME: home }));
    mkdirSync(folder.processes);
  });
  afterAll(() => rmSync(folder.root, { recursive: true }));

  it('is that of one endpoint, and the newest that was published', () => {
    const file = modelServerAddressFile(folder, 'simulated:a');
    publishAddress(file, 'http://127.0.0.1:1/v1');
    publishAddress(file, 'http://127.0.0.1:2/v1');
    expect(ownModelServerUrl(folder, 'simulated:a')).toBe('http://127.0.0.1:2/v1');
    expect(ownModelServerUrl(folder, 'simulated:b')).toBeNull();
  });

  it('is in a file for this user alone, beside which nothing is left', () => {
    const file = modelServerAddressFile(folder, 'simulated:a');
    publishAddress(file, 'http://127.0.0.1:1/v1');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder.processes)).toEqual([`${modelServerName('simulated:a')}.address`]);
  });

  it.each(['', '{"url":"nowhere"}', '{}'])('is unknown when its file holds %j', (text) => {
    writeFileSync(modelServerAddressFile(folder, 'simulated:c'), text);
    expect(ownModelServerUrl(folder, 'simulated:c')).toBeNull();
    rmSync(modelServerAddressFile(folder, 'simulated:c'));
  });
});
