import { z } from 'zod';

import { usualJobLimits } from '../../core/adapters/repository';
import type { JobEnd } from '../../core/adapters/repository';
import type { SandboxRunOptions } from '../../core/adapters/sandbox';
import type { ShellRun, ShellTask } from '../../core/adapters/shell';
import { openWithPython } from '../../core/repository/open-with-python';
import { interpreterOf, interpreterPath } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import { storedArchive } from '../../core/work/stored-archive';
import type { PatchCellsOptions } from './patch-cells-options';

const Ran = z.object({
  outputs: z.array(
    z.object({
      exit: z.int().nullable(),
      head: z.string(),
      tail: z.string(),
      elided: z.int().nonnegative(),
      changed: z.boolean(),
    }),
  ),
  patchBytes: z.int().nonnegative(),
});

const megabyte = 1024 * 1024;
/** As the runs of tests have it: an agent runs tests. */
const shape = { memoryMb: 3_072, filesMb: 2_048, scratchMb: 2_048 };
/** The copy of the tree and its commit, before the first command. */
const preparingMs = 300_000;
/** Beside a command's own time: its end, and the look at the files. */
const betweenMs = 15_000;

/** Runs the commands of agents in repositories, each list in a fresh box: nothing stays but what is handed over. */
export class ShellCells {
  constructor(
    private readonly options: Pick<PatchCellsOptions, 'host' | 'environments' | 'environmentOf'>,
  ) {}

  readonly run = async (
    { source, commands, seconds }: ShellTask,
    { signal }: SandboxRunOptions = {},
  ): Promise<ShellRun> => {
    const { environments } = this.options;
    const record = await this.options.environmentOf(source, signal);
    const { installed, snapshot, tools } = record.archives;
    const interpreter = interpreterOf(record);
    // Our tools are of our own Python: another one has what is installed.
    const isOwn = interpreter === undefined;
    const cell = await openWithPython(await this.options.host(), record, {
      archives: [
        storedArchive(environments, installed),
        storedArchive(environments, snapshot, 'source'),
        ...interpreterArchive(environments, interpreter),
        ...(isOwn ? [storedArchive(environments, tools, 'tools')] : []),
      ],
      ...{ shape, signal },
    });
    const parts: Buffer[] = [];
    try {
      const wallMs = preparingMs + commands.length * (seconds * 1000 + betweenMs);
      const roots = {
        ...{ source: '/srv/source', project: '/srv/project', deps: '/srv/deps' },
        ...(isOwn ? { tools: '/srv/tools' } : {}),
      };
      const request = {
        ...{ roots, commands, seconds },
        ...(isOwn ? {} : { interpreter: interpreterPath(interpreter) }),
      };
      const { end } = await cell.run(
        { module: 'shell_steps', request },
        {
          ...{ walls: 'wide', signal },
          limits: {
            ...usualJobLimits,
            ...{ wallMs, cpuMs: 4 * wallMs, memoryMb: shape.memoryMb, processes: 256 },
            ...{ fileBytes: 16 * megabyte, diskMb: shape.scratchMb, diskFiles: 200_000 },
          },
          onFile: async (_name, content) => {
            parts.length = 0;
            for await (const part of content) parts.push(Buffer.from(part));
          },
        },
      );
      const ran = end.kind === 'finished' ? Ran.safeParse(end.record).data : undefined;
      // The box runs foreign code beside our job: however it ends, that is the doing of the commands.
      if (ran?.outputs.length !== commands.length) return { kind: 'ended', how: wordsOf(end) };
      const patch = Buffer.concat(parts);
      const whole = patch.length === ran.patchBytes;
      return { kind: 'ran', outputs: ran.outputs, patch: whole ? patch.toString('utf8') : null };
    } finally {
      await cell.close();
    }
  };
}

function wordsOf(end: JobEnd): string {
  return end.detail === undefined ? end.kind : `${end.kind}, ${end.detail}`;
}
