import { blockWords } from '../../../../core/refinement/feedback/block-words';
import { usualSessionLimits } from '../../../../core/adapters/session';
import { openSessions } from '../../../../sandbox';
import type { Sessions } from '../../../../sandbox';
import { describeWithSandbox } from '../../../prerequisites';

const limits = { ...usualSessionLimits, blockMs: 1_000, graceMs: 500 };

describeWithSandbox('words on blocks that really ran', () => {
  let sessions: Sessions;
  beforeAll(async () => {
    sessions = await openSessions({ backend: 'auto', stateLabel: `blocks-${String(process.pid)}` });
  });
  afterAll(() => sessions.close());

  async function told(...blocks: readonly string[]): Promise<readonly string[]> {
    const session = await sessions.open({ limits, seed: 0 });
    try {
      const words: string[] = [];
      for (const block of blocks) {
        const { artefacts, ...result } = await session.run(block);
        const told = artefacts.map(({ content, ...file }) => ({ ...file, bytes: content.length }));
        words.push(
          blockWords({ ...result, artefacts: told, rebuilt: null, blockMs: limits.blockMs }),
        );
      }
      return words;
    } finally {
      await session.close();
    }
  }

  it('keep the exception’s line and the block’s own frames behind 1,001 characters and 1 MB', async () => {
    const program = (chars: number) =>
      `def broken(n):\n    return 1 / n\n\nprint("x" * ${chars})\nbroken(0)`;
    for (const words of await told(program(1_001), program(1_000_000))) {
      expect(words).toMatch(/^Execution result: \n```\nxxx/);
      expect(words).toContain('line 5, in <module>');
      expect(words).toContain('line 2, in broken');
      expect(words).toContain('\nZeroDivisionError: division by zero\n```');
    }
  });

  it('tell refused input, an interrupt that keeps the state, and a loss of it', async () => {
    const [refused, stopped, kept, lost] = await told(
      'name = input()',
      'x = 7\nwhile True: pass',
      'x',
      'import os\nos._exit(3)',
    );
    expect(refused).toMatch(/^Execution result: \nThe code was not run: it asks for input/);
    expect(stopped).toContain('longer than 1 s and was interrupted');
    expect(stopped).toContain('line 2, in <module>');
    expect(kept).toBe('Execution result: \n```\n7\n```');
    expect(lost).toContain('ended the process of the session. The state of the session is lost');
  });

  it('name the files that a block made', async () => {
    const [words] = await told('with open("out.csv", "w") as f:\n    _ = f.write("a" * 1234)');
    expect(words).toBe('Execution result: \n[file out.csv, 1.2 kB]');
  });
});
