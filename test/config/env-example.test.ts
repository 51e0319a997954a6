import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Taken from the user's session as they are; nothing to set for espalier. */
const ofTheSession = ['HOME', 'PATH'];

describe('.env.example', () => {
  it('names every setting, and nothing else', () => {
    const settings = [
      ...read('config/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+|[a-z]+_proxy):/gm),
    ]
      .map((match) => match[1] ?? '')
      .filter((name) => !ofTheSession.includes(name));
    const example = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+|[a-z]+_proxy)=/gm)].map(
      (match) => match[1] ?? '',
    );
    expect(settings.length).toBeGreaterThan(20);
    expect(example.toSorted()).toEqual(settings.toSorted());
  });
});
