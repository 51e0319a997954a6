import type { Command } from 'commander';

import { asJson } from '../../../core/values/canonical-json';
import { exitCodes } from '../../../core/errors/errors';
import { action, word } from '../../../cli/command-context';
import { listFlag } from '../../../cli/list-flag';
import { sandboxSettings, withSandboxFlags, type SandboxFlags } from '../../../cli/with-sandbox';
import { terminalLine } from '../../../report/terminal-safe';
import { textTable } from '../../../report/text-table';
import { decoySecret, putOutDecoys } from '../hostile/decoys';
import { hostTraces, leftovers } from '../hostile/host-traces';
import { readCorpus } from '../hostile/manifest';
import { plantInEnvironment } from '../hostile/plant-in-environment';
import { runInSessions } from '../hostile/run-in-session';

interface SessionHostileFlags extends SandboxFlags {
  readonly programs?: string;
}

export function registerSessionHostile(parent: Command): void {
  withSandboxFlags(
    parent
      .command('session-hostile <folder>')
      .description(
        'run each program of a corpus as a block of an interpreter session, and a block after it; exit 1 when one has got away with something',
      )
      .option('--programs <a,b>', 'only these'),
  ).action(
    action<SessionHostileFlags>(async (context, call) => {
      const { output, folder } = context;
      const options = sandboxSettings(context, call.flags);
      const corpus = readCorpus(word(call, 0), listFlag(call.flags.programs));
      const { backends, openSessions } = await import('../../../sandbox/index.js');
      const before = await hostTraces(null, folder.root);
      const unplant = plantInEnvironment(decoySecret.name, decoySecret.value);
      const decoys = await putOutDecoys();
      const sessions = await openSessions(options);
      const search = { backend: sessions.name, dockerHost: options.dockerHost };
      const { length } = corpus.programs;
      output.note(`${length} programs, each in a session of ${sessions.name}`);
      let tried;
      try {
        tried = await runInSessions(corpus, sessions, search, ({ file }, done) =>
          output.progress([`${done}/${length} ${file}`]),
        );
      } finally {
        await sessions.close();
        await decoys.close();
        unplant();
      }
      output.progressEnd([`${length} programs run`]);
      const isTheirs = backends[search.backend].userOutside(process.getuid?.());
      const left = leftovers(before, await hostTraces(search, folder.root), isTheirs);
      const faulty = tried.filter(({ faults }) => faults.length > 0);
      const rows = faulty.map(({ file, ends, faults, what }) => [
        file,
        ends.join(', '),
        terminalLine(faults.join('; ')),
        what,
      ]);
      for (const line of textTable(rows)) output.print(line);
      for (const one of left) output.print(`LEFT  ${terminalLine(one)}`);
      const lost = tried.filter(({ ends }) => ends.includes('lost')).length;
      output.print(
        `${length} programs in sessions: ${faulty.length} got away with something, ${lost} lost their session,` +
          ` ${left.length} left behind; ${sessions.name}`,
      );
      output.result(asJson({ provider: sessions.name, lost, leftOnHost: left, tried }));
      return faulty.length + left.length === 0 ? exitCodes.ok : exitCodes.failures;
    }),
  );
}
