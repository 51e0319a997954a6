import { programForm } from '../../../lab/planning/program-form';

describe('how a prompt shows the program under review', () => {
  const endpoint = { kind: 'endpoint' } as const;

  it('is as asked, for a model behind an endpoint', () => {
    expect(programForm({ prompts: 'codetree-paper', shownProgram: 'own-turn' }, endpoint)).toBe(
      'own-turn',
    );
    expect(programForm({ shownProgram: 'quoted' }, endpoint)).toBe('quoted');
  });

  it('is otherwise that of the set of prompts, which goes unsaid when it is the usual one', () => {
    expect(programForm({ prompts: 'codetree-paper' }, endpoint)).toBe('quoted');
    expect(programForm({ prompts: 'default' }, endpoint)).toBeUndefined();
    expect(programForm({}, endpoint)).toBeUndefined();
  });

  it.each(['simulated', 'recorded'] as const)('is never quoted for a %s model', (kind) => {
    expect(programForm({ prompts: 'codetree-paper' }, { kind })).toBeUndefined();
    expect(programForm({ shownProgram: 'own-turn' }, { kind })).toBe('own-turn');
    expect(() => programForm({ shownProgram: 'quoted' }, { kind })).toThrow(
      expect.objectContaining({
        code: 'OPTION_OF_OTHER_KIND',
        message: expect.stringContaining(
          `--shown-program quoted means nothing for --model ${kind}`,
        ) as string,
      }) as Error,
    );
  });
});
