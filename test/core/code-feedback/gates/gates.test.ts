import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  askedGates,
  findingsOf,
  gateNames,
  gates,
} from '../../../../core/code-feedback/gates/gates';
import { cleanDialogue, correctDialogue, similarDialogue, variants } from './clean';
import { plants } from './planted';

const all = Array.from({ length: variants }, (_, variant) => variant);

describe('the gates', () => {
  it.each(gates.map(({ name }) => name))(
    'reject 20 planted defects as %s and as nothing else',
    (name) => {
      const plant = plants[name];
      const reasons = all.map((variant) => ({
        variant,
        findings: plant === undefined ? [] : findingsOf(plant(variant)),
      }));
      expect(
        reasons.map(({ variant, findings }) => [variant, ...findings.map(({ gate }) => gate)]),
      ).toEqual(all.map((variant) => [variant, name]));
      for (const { findings } of reasons) expect(findings[0]?.why).toMatch(/\S/);
    },
  );

  it.each([
    ['simulated', cleanDialogue],
    ['similar', similarDialogue],
    ['corrected', correctDialogue],
  ] as const)('pass clean %s dialogues', (_, dialogue) => {
    expect(all.flatMap((variant) => findingsOf(dialogue(variant)))).toEqual([]);
  });

  it('ask no gate that the recipe turns off', () => {
    const planted = plants['refusal']?.(0) ?? cleanDialogue(0);
    const settings = { ...planted.settings, off: ['refusal'] };
    expect(findingsOf(planted)).toHaveLength(1);
    expect(findingsOf({ ...planted, settings })).toEqual([]);
  });

  it('are not asked of a dialogue that is too long', () => {
    const { turns, settings } = plants['refusal']?.(0) ?? cleanDialogue(0);
    const short = { ...settings, maxChars: 50 };
    expect(findingsOf(cleanDialogue(0, { turns, settings: short }))).toMatchObject([
      { gate: 'length' },
    ]);
  });

  it('are told as asked only where they were', () => {
    const names = (off: readonly string[], compares: boolean) =>
      askedGates({ off: [...off] }, compares).map(({ name }) => name);
    expect(names([], true)).toEqual(gateNames);
    expect(names(['near-duplicate', 'length'], false)).toEqual(
      gateNames.filter((name) => !['near-duplicate', 'length', 'contamination'].includes(name)),
    );
  });

  it('have unique names, with the one of the export', () => {
    expect(new Set(gateNames).size).toBe(gateNames.length);
    expect(gateNames).toEqual(
      expect.arrayContaining([...gates.map(({ name }) => name), 'near-duplicate']),
    );
  });

  it('are all in the table of the documentation', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/making-data-sets.md'), 'utf8');
    const [, table = ''] = /^## Gates$([^]*?)^## /m.exec(page) ?? [];
    const firstCells = table.split('\n').map((line) => line.split('|')[1] ?? '');
    const named = firstCells.flatMap((cell) => cell.match(/(?<=`)[\w-]+(?=`)/g) ?? []);
    expect(named.sort()).toEqual([...gateNames].sort());
  });

  it('have a planted defect each', () => {
    expect(Object.keys(plants).sort()).toEqual(gates.map(({ name }) => name).sort());
  });
});
