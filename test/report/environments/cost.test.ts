import { costOf, costText, totalCost } from '../../../report/environments/cost';
import { stepNoteOf } from './small-environment';

const notes = [
  stepNoteOf({ cpuMs: 1_000, wallMs: 2_000 }),
  stepNoteOf({ cpuMs: 4_000, wallMs: 8_000, reused: true }),
];

test('what was done before for another run is not of this one', () => {
  expect(costOf(notes)).toEqual({
    cpuMs: 5_000,
    wallMs: 10_000,
    hereCpuMs: 1_000,
    hereWallMs: 2_000,
  });
  expect(costOf([])).toEqual({ cpuMs: 0, wallMs: 0, hereCpuMs: 0, hereWallMs: 0 });
});

test('costs are summed member by member', () => {
  const one = { cpuMs: 1, wallMs: 10, hereCpuMs: 100, hereWallMs: 1_000 };
  const two = { cpuMs: 2, wallMs: 20, hereCpuMs: 200, hereWallMs: 2_000 };
  expect(totalCost([one, two])).toEqual({
    ...{ cpuMs: 3, wallMs: 30, hereCpuMs: 300, hereWallMs: 3_000 },
  });
});

test('the part of this run is said only if it is another one', () => {
  expect(costText(costOf(notes))).toBe(
    '5 s of CPU, 10 s of steps one after another; in this run 1 s of CPU, 2 s of steps one after another',
  );
  expect(costText(costOf(notes.slice(0, 1)))).toBe('1 s of CPU, 2 s of steps one after another');
});
