import { resolve } from 'node:path';

import { readSettings } from '../../config/settings';
import { cacheFolder, stateFolder } from '../../config/state-folder';

describe('the state folder', () => {
  const rootOf = (environment: Readonly<Record<string, string>>) =>
    stateFolder(readSettings(environment)).root;

  it('is the one that is named, else one of the user', () => {
    const xdg = { HOME: '/home/a', XDG_STATE_HOME: '/state' };
    expect(rootOf({ ...xdg, ESPALIER_HOME: '/own' })).toBe('/own');
    expect(rootOf(xdg)).toBe('/state/espalier');
    expect(rootOf({ HOME: '/home/a' })).toBe('/home/a/.local/state/espalier');
  });

  it('is whole, wherever a later command stands', () => {
    expect(rootOf({ ESPALIER_HOME: 'own' })).toBe(resolve('own'));
  });

  it('has a place of its own for each thing', () => {
    expect(stateFolder(readSettings({ ESPALIER_HOME: '/own' }))).toEqual({
      root: '/own',
      store: '/own/store.sqlite',
      engineDatabase: '/own/engine.sqlite',
      processes: '/own/processes',
      logs: '/own/logs',
      banks: '/own/banks',
      gradedBanks: '/own/graded-banks',
    });
  });
});

describe('the cache of a user', () => {
  it('is where the user has caches, not in the state folder', () => {
    const settings = { HOME: '/home/a', ESPALIER_HOME: '/own' };
    expect(cacheFolder(readSettings(settings))).toBe('/home/a/.cache/espalier');
    expect(cacheFolder(readSettings({ ...settings, XDG_CACHE_HOME: '/cache' }))).toBe(
      '/cache/espalier',
    );
  });
});
