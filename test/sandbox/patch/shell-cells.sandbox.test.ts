import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ShellRecords } from '../../../activities/search/bash-agent/shell-records';
import type { Sandbox } from '../../../core/adapters/sandbox';
import type { ShellTask } from '../../../core/adapters/shell';
import type { ShellStep } from '../../../core/search/bash-agent/trajectory';
import { PatchProblem } from '../../../core/tasks/patch/patch';
import { openRepositoryCells } from '../../../sandbox';
import { ShellCells } from '../../../sandbox/patch/shell-cells';
import { firstExpansion } from '../../activities/activities-under-test';
import { createMemoryStore } from '../../fakes/memory-store';
import { createScriptedSandbox } from '../../fakes/scripted-sandbox';
import { describeWithSandbox } from '../../prerequisites';
import { describeWithPackages } from '../../repositories/support/pinned-packages';
import { source } from './forgeries';
import { checkOf } from './patch-check';
import { smallCells } from './small-cells';

const { task } = checkOf('');
const problem = PatchProblem.parse({
  ...{ kind: 'patch', id: 'a__pkg-1', dataset: 'd', statement: 'It is wrong.', context: '' },
  ...{ source: task.source, runner: task.runner, visibleTests: [] },
});
const attempt = { run: 'r', problem: problem.id, sample: 0 };
const commandSeconds = 3;
const expansion = firstExpansion({
  ...{ style: 'shell', shell: { steps: 9, tokens: 1_000, commandSeconds }, critic: null },
});

describeWithSandbox('the shell of an agent', () => {
  describeWithPackages('in a real cell', () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-shell-'));
    const store = createMemoryStore();
    const asked: (readonly string[])[] = [];
    const steps: ShellStep[] = [];
    let parts: Awaited<ReturnType<typeof smallCells>> | null = null;

    afterAll(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    /** A machine of its own, which is lost afterwards. Only the store stays. */
    async function withCells<Result>(
      body: (records: ShellRecords) => Promise<Result>,
    ): Promise<Result> {
      const host = await openRepositoryCells({
        ...{ backend: 'bubblewrap', slots: 1, stateLabel: folder },
      });
      try {
        parts ??= await smallCells(host, folder, { files: source });
        const cells = new ShellCells({ ...parts, host: () => Promise.resolve(host) });
        const shell: Sandbox['shell'] = (of: ShellTask, options) => {
          asked.push(of.commands);
          return cells.run(of, options);
        };
        const sandbox = () => Promise.resolve({ ...createScriptedSandbox({}), shell });
        return await body(new ShellRecords({ store, sandbox }));
      } finally {
        await host.close();
      }
    }

    async function toldOf(records: ShellRecords, upTo: readonly ShellStep[]): Promise<string> {
      const soFar = { attempt, expansion, steps: upTo };
      const { told } = await records.run(problem, soFar, new AbortController().signal);
      return store.blobs.get(told);
    }

    /** The command as the next step of the trajectory. */
    async function run(records: ShellRecords, text: string): Promise<string> {
      const command = await store.blobs.put(text);
      const told = await toldOf(records, [...steps, { reply: command, command, told: null }]);
      steps.push({ reply: command, command, told: await store.blobs.put(told) });
      return told;
    }

    it('tells output, exit code and a limit of time, and is made again when its cell is lost', async () => {
      const first = await withCells(async (records) => [
        await run(records, 'echo out; echo err >&2; exit 3'),
        await run(records, 'echo "x = 1" > pkg/new.py; echo begun; sleep 60; echo no'),
      ]);
      expect(first).toEqual([
        'Exit code: 3\nOutput:\nout\nerr\n',
        'The command was stopped after 3 seconds.\nOutput:\nbegun\n',
      ]);
      await withCells(async (records) => {
        expect(await run(records, 'cat pkg/new.py')).toBe('Exit code: 0\nOutput:\nx = 1\n');
        // The command that changed a file, then the new one.
        expect(asked.at(-1)).toHaveLength(2);
        const before = asked.length;
        for (const [at, told] of first.entries()) {
          expect(await toldOf(records, steps.slice(0, at + 1))).toBe(told);
        }
        expect(asked).toHaveLength(before);
        const ended = { end: 'submitted', tokens: 1 } as const;
        const { program } = await records.end({ attempt, expansion, steps }, ended);
        expect(await store.blobs.get(program ?? '')).toContain(
          '+++ b/pkg/new.py\n@@ -0,0 +1 @@\n+x = 1',
        );
      });
    }, 240_000);
  });
});
