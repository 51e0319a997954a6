import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtBundle } from '../../config/workflow-bundle';

describe('the workflow code that was built', () => {
  it('cannot be told without the facts that the build writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    try {
      const refusal = expect.objectContaining({
        code: 'NOT_BUILT',
        exitCode: 3,
        remedy: 'Run `npm run build`',
      }) as Error;
      expect(() => builtBundle(folder)).toThrow(refusal);
      writeFileSync(join(folder, 'workflow-bundle.json'), '{"half": ');
      expect(() => builtBundle(folder)).toThrow(refusal);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
