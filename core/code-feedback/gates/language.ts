import type { Gate, GatedDialogue } from './gate';
import { blocksOf, turnName } from './turn-parts';

const otherNames: Readonly<Record<string, string>> = {
  py: 'python',
  python3: 'python',
  js: 'javascript',
  ts: 'typescript',
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  rb: 'ruby',
  rs: 'rust',
  kt: 'kotlin',
};

/** Tags of output, data and commands, which accompany any language. */
const besides = new Set(
  'bash cmd console csv diff dockerfile env html ini json log makefile markdown md none output plain plaintext powershell sh shell text toml txt xml yaml yml zsh'.split(
    ' ',
  ),
);

export const language: Gate = {
  name: 'language',
  summary: 'A source row or an assistant turn is in a language that the recipe does not keep.',
  finds: (dialogue) => {
    const { rows, turns, settings } = dialogue;
    if (settings.languages.length === 0) return null;
    const kept = new Set(settings.languages.map(plain));
    const other = rows.find(({ lang }) => lang !== '' && !kept.has(plain(lang)));
    if (other !== undefined) return `row ${other.id} is ${other.lang}`;
    for (const [place, { role, content }] of turns.entries()) {
      if (role !== 'assistant') continue;
      const tags = tagsOf(content);
      const programs = tags.filter((tag) => !besides.has(tag));
      if (programs.length > 0 && !tags.some((tag) => kept.has(tag))) {
        return `${turnName(turns, place)} is ${programs.join(', ')}`;
      }
    }
    return isUnknown(dialogue) ? 'no row and no block names its language' : null;
  },
};

/** Programs that ran are Python. */
function isUnknown({ rows, turns, steps }: GatedDialogue): boolean {
  return (
    rows.every(({ lang }) => lang === '') &&
    steps.every(({ kind }) => kind === 'asked') &&
    turns.every(({ role, content }) => role === 'user' || tagsOf(content).length === 0)
  );
}

function tagsOf(content: string): readonly string[] {
  return blocksOf(content).flatMap(({ info }) => {
    const [tag = ''] = info.split(/[\s{:,]/);
    return tag === '' ? [] : [plain(tag)];
  });
}

function plain(name: string): string {
  const lower = name.trim().toLowerCase();
  return otherNames[lower] ?? lower;
}
