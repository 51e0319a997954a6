import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { suiteNames, suitesFolder } from '../../../workers/suites/read-suites';
import type { ProbeResult } from '../../../workers/suites/run-suite';
import { verifySuites } from '../../../workers/suites/verify-suites';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages } from '../../repositories/support/pinned-packages';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-suites-'));
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function verified(wanted: string, suites?: string): Promise<readonly ProbeResult[]> {
  const settings = { ...readSettings(), ESPALIER_HOME: home };
  return verifySuites({
    ...{ settings, folder: stateFolder(settings), wanted },
    ...(suites === undefined ? {} : { suites }),
    sandbox: { backend: 'bubblewrap', stateLabel: 'suites', slots: 1 },
    onResult: () => undefined,
  });
}

const failed = (results: readonly ProbeResult[]): readonly string[] =>
  results
    .filter(({ ok }) => !ok)
    .map(({ suite, trial, outcome }) => `${suite} ${trial}: ${outcome}`);

describeWithPackages('acceptance suites', () => {
  describeWithSandbox('in cells', () => {
    let all: readonly ProbeResult[] = [];
    beforeAll(async () => {
      all = await verified('all');
    }, 1_200_000);

    it.each(suiteNames())('%s holds', (name) => {
      const results = all.filter(({ suite }) => suite === name);
      expect(failed(results)).toEqual([]);
      expect(results.length).toBeGreaterThan(2);
    });

    it('a suite that wants something else fails, and says what came instead', async () => {
      const folder = join(home, 'suites');
      mkdirSync(folder);
      const file = readFileSync(join(suitesFolder(), 'vacuous.py'), 'utf8');
      const text = file.split('# %% probe').slice(0, 3).join('# %% probe');
      writeFileSync(join(folder, 'vacuous.py'), text.replace('plan: gen_empty', 'plan: accepted'));
      expect(failed(await verified('vacuous', folder))).toEqual(['vacuous empty: gen_empty']);
    }, 300_000);
  });
});
