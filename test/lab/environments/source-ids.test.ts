import { withIds } from '../../../lab/environments/source-ids';
import type { PlannedSource } from '../../../lab/environments/source-ids';
import type { RepositoryInput } from '../../../core/schemas/environment';

const git = (url: string, revision?: string): PlannedSource => ({
  input: { kind: 'git', url, ...(revision === undefined ? {} : { revision }) },
  taken: null,
});

function folder(name: string, commit: string | null): PlannedSource {
  const input: RepositoryInput = { kind: 'path', path: `/home/me/${name}` };
  const tree = '7'.repeat(64);
  return {
    input,
    taken: {
      sha256: 'a'.repeat(64),
      content: {
        ended: null,
        tree: {
          repository: { input, name, commit, tree, licence: null },
          ...{ files: 1, bytes: 1, lacks: null, folder: tree },
          version: { describe: null, date: null },
        },
      },
    },
  };
}

const idsOf = (...sources: readonly PlannedSource[]): readonly string[] => [
  ...withIds(sources).keys(),
];

describe('the ids of repositories in a run', () => {
  it('are owner, name and commit, as far as they are known when it is planned', () => {
    expect(
      idsOf(
        git('https://host.test/people/tools.git', 'abcdef0123456789abcdef0123456789abcdef01'),
        git('https://host.test/people/tools', 'v1.0'),
        git('ssh://git@host.test/tools/'),
        { input: { kind: 'sdist', name: 'My.Tools', version: '1.0' }, taken: null },
        folder('tools', 'c'.repeat(40)),
        folder('tools', null),
      ),
    ).toEqual([
      'people/tools@abcdef012345',
      'people/tools@v1.0',
      'tools',
      'my-tools@1.0',
      'tools@cccccccccccc',
      'tools@777777777777',
    ]);
  });

  it('are different for different repositories of one name', () => {
    expect(
      idsOf(
        git('https://one.test/people/tools'),
        git('https://two.test/people/tools'),
        git('https://three.test/people/tools'),
      ),
    ).toEqual(['people/tools', 'people/tools~2', 'people/tools~3']);
  });

  it('have nothing in them that a shell or a terminal would take for more than a name', () => {
    const [id = ''] = idsOf(folder('a b\u001b[31m$(x)', 'c'.repeat(40)));
    expect(id).toMatch(/^[\w./@~+-]+$/);
  });
});
