import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EspalierError } from '../../../../core/errors/errors';
import { evalPlus, humanEval, installTool } from '../../../../laboratory/trials/bench/install-tool';
import { describeIf } from '../../../skip-reasons';

const python = '/usr/bin/python3';

describeIf(existsSync(python), `there is no ${python}`)('installing a tool to compare with', () => {
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'espalier-peer-'));
  });
  afterEach(() => rmSync(cache, { recursive: true, force: true }));

  it.each([humanEval, evalPlus])(
    'without an index to install $name from is not ready, says so, and leaves nothing half made',
    async (tool) => {
      const nowhere = ['--index-url', 'http://127.0.0.1:9/simple', '--retries', '0'];
      const error = await installTool(tool, cache, nowhere).catch((caught: unknown) => caught);
      if (!(error instanceof EspalierError)) throw error;
      expect({ code: error.code, exitCode: error.exitCode }).toEqual({
        code: 'TOOL_MISSING',
        exitCode: 3,
      });
      expect(`${error.message} ${error.remedy}`).toMatch(/python3-venv|PyPI/);
      expect(readdirSync(join(cache, 'bench'))).toEqual([]);
    },
  );
});
