import type { LoadedRepository } from '../../../report/environments/load-repositories';
import { repositoriesMeant } from '../../../report/environments/repositories-meant';

const repository = (id: string, ...functions: string[]) => ({
  id,
  functions: functions.map((name) => ({
    entry: { id: name },
  })) as unknown as LoadedRepository['functions'],
});

it.each([
  ['people/tools@1.0', ['people/tools@1.0']],
  ['people/tools', ['people/tools@1.0']],
  ['tools', ['people/tools@1.0']],
  ['twice', ['twice@aaa', 'twice@bbb~2']],
  // A function is called so; its repository has a whole id.
  ['parse', []],
  ['parse@1.20', ['parse@1.20']],
  ['nothing', []],
])('%s means the repositories %j', (given, meant) => {
  const repositories = [
    repository('people/tools@1.0', 'tools/m.py::f#1'),
    repository('parse@1.20', 'parse.py::parse#1', 'parse.py::Parser.search#1'),
    ...[repository('twice@aaa'), repository('twice@bbb~2')],
  ];
  expect(repositoriesMeant(repositories, given).map(({ id }) => id)).toEqual(meant);
});
