import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** What any other way of keeping a Python alive would do at the least: blocks in by one pipe, an end out by another. */
const program = `
import json, sys
namespace = {}
for line in sys.stdin:
    exec(compile(json.loads(line), "<block>", "exec"), namespace)
    print("\\0", flush=True)
`;

export interface BarePython {
  readonly run: (code: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export function startBarePython(): BarePython {
  const child = spawn('/usr/bin/python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const waiting: (() => void)[] = [];
  lines.on('line', (line) => {
    if (line === '\0') waiting.shift()?.();
  });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    run: (code) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${JSON.stringify(code)}\n`);
      }),
    close: () => {
      child.stdin.end();
      return gone;
    },
  };
}
