import { fittingTable } from '../../report/text-table';

const rows = [
  ['run', 'status', 'accepted', 'valid'],
  ['a-run-with-a-long-name', 'ok', '12', '-'],
  ['  another', 'building', '0', '1.000'],
];

it('a table that is too wide for a terminal is told row by row, each cell beside the word of its column', () => {
  expect(fittingTable(rows, 60)).toEqual([
    'run                     status    accepted  valid',
    'a-run-with-a-long-name  ok        12        -',
    '  another               building  0         1.000',
  ]);
  expect(fittingTable(rows, 40)).toEqual([
    'a-run-with-a-long-name',
    '  status    ok',
    '  accepted  12',
    '  another',
    '    status    building',
    '    accepted  0',
    '    valid     1.000',
  ]);
});
