import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawPictures, pictureFolder } from '../../scripts/readme-pictures';

describe('the pictures of the README', () => {
  it('are what `run show` prints: node scripts/run.cjs scripts/readme-pictures.ts draws them again', async () => {
    const pictures = await drawPictures();
    const names = Object.keys(pictures);
    expect(names).toEqual(['search-tree.svg', 'run-table.svg']);
    const files = names.map((name) => [name, readFileSync(join(pictureFolder, name), 'utf8')]);
    expect(Object.fromEntries(files)).toEqual(pictures);
  });

  it('are named in the README', () => {
    const readme = readFileSync(join(pictureFolder, '../../README.md'), 'utf8');
    for (const name of ['search-tree.svg', 'run-table.svg'])
      expect(readme).toContain(`docs/images/${name}`);
  });
});
