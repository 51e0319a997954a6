import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readSettings } from '../../../config/settings';
import { stateFolder } from '../../../config/state-folder';
import { suiteNames, suitesFolder } from '../../../workers/suites/read-suites';
import type { ProbeResult } from '../../../workers/suites/run-suite';
import { verifySuites } from '../../../workers/suites/verify-suites';
import { inShort } from '../../long';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages } from '../../repositories/support/pinned-packages';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-suites-'));
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function verified(suites: string): Promise<readonly ProbeResult[]> {
  const settings = { ...readSettings(), ESPALIER_HOME: home };
  return verifySuites({
    ...{ settings, folder: stateFolder(settings), wanted: 'all', suites },
    sandbox: { backend: 'bubblewrap', stateLabel: 'suites', slots: 1 },
    onResult: () => undefined,
  });
}

const tried = inShort(suiteNames(), (name) =>
  ['coverage', 'immutability', 'vacuous'].includes(name),
);

/** Every other suite, from the one at this place on. */
function half(from: 0 | 1): string {
  const folder = join(home, `half-${String(from)}`);
  cpSync(suitesFolder(), folder, { recursive: true });
  for (const [at, name] of suiteNames().entries()) {
    if (at % 2 !== from || !tried.includes(name)) rmSync(join(folder, `${name}.py`));
  }
  return folder;
}

/** A suite that wants something else than comes of its probe. */
function writeOtherwise(folder: string): void {
  const file = readFileSync(join(suitesFolder(), 'vacuous.py'), 'utf8');
  const text = file.split('# %% probe').slice(0, 3).join('# %% probe');
  writeFileSync(join(folder, 'otherwise.py'), text.replace('plan: gen_empty', 'plan: accepted'));
}

const failed = (results: readonly ProbeResult[]): readonly string[] =>
  results
    .filter(({ ok }) => !ok)
    .map(({ suite, trial, outcome }) => `${suite} ${trial}: ${outcome}`);

describeWithPackages('acceptance suites', () => {
  describeWithSandbox('in cells', () => {
    let all: readonly ProbeResult[] = [];
    beforeAll(async () => {
      const halves = [half(0), half(1)] as const;
      writeOtherwise(halves[1]);
      // Two at a time: a suite waits for most of its time for the limits of programs that hang.
      all = (await Promise.all(halves.map(verified))).flat();
    }, 1_200_000);

    const resultsOf = (name: string) => all.filter(({ suite }) => suite === name);

    it.each(tried)('%s holds', (name) => {
      expect(failed(resultsOf(name))).toEqual([]);
      expect(resultsOf(name).length).toBeGreaterThan(2);
    });

    it('a suite that wants something else fails, and says what came instead', () => {
      expect(failed(resultsOf('otherwise'))).toEqual(['otherwise empty: gen_empty']);
    });
  });
});
