import type { LoadedRepository } from '../../../report/environments/load-repositories';
import { whyLines } from '../../../report/environments/why-lines';

const ended = (id: string, status: object | null, attempt: object | null): LoadedRepository =>
  ({ id, key: { run: 'r' }, attempt, outcome: status && { status } }) as LoadedRepository;

it('says of each repository that is not whole why, and what can be done about it', () => {
  const completed = { status: 'completed' };
  const lines = whyLines([
    ended('fine', { code: 'ok' }, completed),
    ended('o/r', { code: 'clone_failed', why: 'no host is known as x.invalid' }, completed),
    ended('p@1', { code: 'sdist_failed', why: 'the index has no distribution p' }, completed),
    ended('empty', { code: 'no_python' }, completed),
    ended('i', { code: 'import_failed', why: 'exit 1' }, completed),
    ended('down', null, {
      status: 'unscored',
      result: { cause: 'not reached. Check the network' },
    }),
    ended('later', null, null),
  ]);
  expect(lines).toEqual([
    'o/r: no host is known as x.invalid',
    '  Check the address, or clone it yourself and give the folder; with --fresh NAME it is asked again',
    'p@1: the index has no distribution p',
    '  Check name and version, or give the address of its git repository',
    'empty: it has no Python file',
    '  Give the folder, or the address, of what is written in Python',
    'i: exit 1',
    '  `espalier env show r i` has what each try said',
    'down: not reached. Check the network',
    'later: it was not begun',
  ]);
});
