import type { GatedDialogue } from '../../../../core/code-feedback/gates/gate';
import { hashText } from '../../../../core/code-feedback/hash-text';
import type { ToldStep } from '../../../../core/code-feedback/method';
import type { BlockEnd } from '../../../../core/schemas/dialogue';
import type { DialogueTurn, SourceRow } from '../../../../core/schemas/source-row';

const things = [
  ...[
    'invoice',
    'recipe',
    'planet',
    'ticket',
    'parcel',
    'garden',
    'library',
    'harbour',
    'orchestra',
    'glacier',
  ],
  ...[
    'bakery',
    'tunnel',
    'meadow',
    'workshop',
    'museum',
    'lantern',
    'compass',
    'village',
    'bridge',
    'festival',
  ],
];
export const variants = things.length;

export const fenced = (code: string, info = 'python'): string => `\`\`\`${info}\n${code}\n\`\`\``;

export const user = (content: string): DialogueTurn => ({ role: 'user', content });
export const assistant = (content: string): DialogueTurn => ({ role: 'assistant', content });

/** The name that makes a variant differ from the others. */
export const thingOf = (variant: number): string => things[variant] ?? '';

export function codeOf(variant: number): string {
  const thing = thingOf(variant);
  return `def ${thing}_weight(parts):\n    return sum(part * ${String(variant + 3)} for part in parts)\n\nprint(${thing}_weight([1, 2]))`;
}

export const revisedOf = (variant: number): string =>
  codeOf(variant).replace('return', `if not parts:\n        return 0\n    return`);

/** Query, answer with code, feedback, changed code. */
export function turnsOf(variant: number): readonly DialogueTurn[] {
  const thing = thingOf(variant);
  return [
    user(`Write a Python function that weighs the parts of a ${thing}, and print one result.`),
    assistant(`The function adds up the parts of the ${thing}:\n\n${fenced(codeOf(variant))}`),
    user(`Please handle a ${thing} without any parts, too.`),
    assistant(
      `Without parts the weight of the ${thing} is now 0:\n\n${fenced(revisedOf(variant))}`,
    ),
  ];
}

export function rowOf(variant: number): SourceRow {
  const [query, answer] = turnsOf(variant);
  return {
    ...{ id: `clean/${String(variant)}`, source: 'clean', lang: 'python', licence: 'MIT' },
    ...{ query: query?.content ?? '', answer: answer?.content ?? '' },
  };
}

const sha256 = 'a'.repeat(64);

export const ran = (code: string, end: BlockEnd): ToldStep => ({
  ...{
    kind: 'ran',
    program: hashText(code).toString(16).padStart(64, '0'),
    end,
    output: sha256,
    words: { sha256, excerpt: '' },
  },
  ...{ text: 'Execution result: \n3', code },
});

export const tested = (code: string, passed: boolean): ToldStep => ({
  ...{ kind: 'tested', program: sha256, passed, words: { sha256, excerpt: '' }, text: '', code },
});

/** A reply with a program, or with words alone. */
export const asked = (code: string | null, more: object = {}): ToldStep => ({
  ...{ kind: 'asked', speaker: 'strong-assistant', reply: { sha256, excerpt: '' }, model: 'm' },
  ...{ program: code === null ? null : hashText(code).toString(16).padStart(64, '0') },
  ...{ value: null, unread: false, tokens: 1, calls: [], text: '', code, ...more },
});

/** A simulated dialogue that passes every gate. */
export function cleanDialogue(
  variant: number,
  changes: Partial<GatedDialogue> = {},
): GatedDialogue {
  return {
    ...{ method: 'simulate', rows: [rowOf(variant)], turns: turnsOf(variant) },
    steps: [codeOf(variant), revisedOf(variant)].flatMap((code) => [
      asked(code),
      ran(code, 'finished'),
    ]),
    settings: {
      ...{ off: [], languages: [], minChars: 20, maxChars: 60_000, refusedLicences: [] },
      ...{ contaminationFiles: [], contaminationSets: [] },
    },
    benchmarks: null,
    ...changes,
  };
}

/** A chain of problems with their reference solutions, byte by byte. */
export function similarDialogue(variant: number): GatedDialogue {
  const rows = [variant, (variant + 1) % variants].map((one): SourceRow => ({
    ...rowOf(one),
    problem: {
      ...{ slug: thingOf(one), title: thingOf(one), difficulty: 'Easy', tags: [], similar: [] },
      ...{ setup: '', solutions: [`${codeOf(one)}\n`], tests: '', entryPoint: 'Solution' },
    },
  }));
  return cleanDialogue(variant, {
    ...{ method: 'similar', rows },
    turns: rows.flatMap(({ query, answer }) => [user(query), assistant(answer)]),
    steps: rows.map(({ problem }) => tested(problem?.solutions[0] ?? '', true)),
  });
}

/** A program that fails and its correction. */
export function correctDialogue(variant: number): GatedDialogue {
  const bad = codeOf(variant).replace('part *', 'prat *');
  const thing = thingOf(variant);
  return cleanDialogue(variant, {
    method: 'correct',
    turns: [
      user(rowOf(variant).query),
      assistant(`The function adds up the parts of the ${thing}:\n\n${fenced(bad)}`),
      user("Execution result: \n```\nNameError: name 'prat' is not defined\n```"),
      assistant(`A name was misspelt. The whole ${thing} again:\n\n${fenced(codeOf(variant))}`),
    ],
    steps: [ran(bad, 'raised'), ran(codeOf(variant), 'finished')],
  });
}
