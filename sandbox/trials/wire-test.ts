import { z } from 'zod';

import { EspalierError, exitCodes } from '../../core/errors';
import type { Sandbox } from '../../core/ports/sandbox';
import { loadGuestBundle } from '../guest/bundle';
import type { BoxLimits } from '../../core/schemas/verdict';

/** What the tools' own check of the wire prints: one JSON line. */
const Report = z.object({
  /** Listed ones, of every type there is. */
  values: z.int().positive(),
  trees: z.int(),
  faults: z.array(z.string()),
});
export type WireReport = z.infer<typeof Report>;

const limits: BoxLimits = {
  cpuMs: 300_000,
  wallMs: 600_000,
  memoryMb: 1_024,
  processes: 32,
  outputBytes: 16 * 1024 * 1024,
  diskMb: 32,
};

/** A program that brings the tools along and runs their check: nothing of them is to be found inside a box. */
function wireProgram(trees: number, seed: number): string {
  const sources = JSON.stringify(loadGuestBundle().frame.subarray(4).toString('utf8'));
  return `import json, sys
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader

SOURCES = json.loads(${sources})


class Tools(MetaPathFinder, Loader):
    def find_spec(self, name, path=None, target=None):
        package = name + ".__init__" in SOURCES
        return spec_from_loader(name, self, is_package=package) if package or name in SOURCES else None

    def exec_module(self, module):
        name = module.__name__
        text = SOURCES.get(name + ".__init__", SOURCES.get(name))
        exec(compile(text, name, "exec"), module.__dict__)


for name in [name for name in sys.modules if name.split(".")[0] == "sandbox_tools"]:
    del sys.modules[name]
sys.meta_path.insert(0, Tools())
from sandbox_tools.wire.selfcheck import main
sys.exit(main(["--trees", "${trees}", "--seed", "${seed}"]))
`;
}

/**
 * The wire between checker and candidate, tried on values of every type and on random trees, by the sandbox's Python.
 * @throws EspalierError (`WIRE_TEST_BROKEN`) when the check did not come to its report
 */
export async function runWireTest(
  sandbox: Sandbox,
  { trees, seed }: { readonly trees: number; readonly seed: number },
): Promise<WireReport> {
  const { end, stdout, stderr } = await sandbox.run({
    program: wireProgram(trees, seed),
    limits,
    seed,
  });
  const line = stdout.text.trim().split('\n').at(-1) ?? '';
  try {
    return Report.parse(JSON.parse(line));
  } catch (cause) {
    const words = `${stderr.text.trim().slice(-400)} ${stdout.text.slice(-100)}`.trim();
    throw new EspalierError(`the wire's own check ended ${end.kind} without a report: ${words}`, {
      code: 'WIRE_TEST_BROKEN',
      remedy: 'Run: espalier sandbox conformance',
      exitCode: exitCodes.failures,
      cause,
    });
  }
}
