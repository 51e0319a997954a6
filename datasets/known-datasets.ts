import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface KnownDataset {
  readonly licence: string;
  readonly problems: number;
  /** null: it comes with this program. */
  readonly download: {
    readonly url: string;
    readonly file: string;
    /** Of the file as published. */
    readonly sha256: string;
  } | null;
}

/** Addresses name a commit or a release, so that what they give stays what it was. */
export const knownDatasets: Readonly<Record<string, KnownDataset>> = {
  humaneval: {
    licence: 'MIT',
    problems: 164,
    download: {
      url: 'https://raw.githubusercontent.com/openai/human-eval/6d43fb980f9fee3c892a914eda09951f772ad10d/data/HumanEval.jsonl.gz',
      file: 'HumanEval.jsonl.gz',
      sha256: 'b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef',
    },
  },
  mbpp: {
    licence: 'CC-BY-4.0',
    problems: 500,
    download: {
      url: 'https://raw.githubusercontent.com/google-research/google-research/4700efb9afa54286b0e04473ba80a13e8461e25f/mbpp/mbpp.jsonl',
      file: 'mbpp.jsonl',
      sha256: 'ccf64ceae9c5403bf50a044cb6d505bfd2a2963ee58338ba268fd65beab92a9f',
    },
  },
  humanevalplus: {
    licence: 'Apache-2.0',
    problems: 164,
    download: {
      url: 'https://github.com/evalplus/humanevalplus_release/releases/download/v0.1.10/HumanEvalPlus.jsonl.gz',
      file: 'HumanEvalPlus.jsonl.gz',
      sha256: '272720b90ac375502c8ed23cd791c2a93dfb22a911641a494da74a426c09f101',
    },
  },
  mbppplus: {
    licence: 'Apache-2.0',
    problems: 378,
    download: {
      url: 'https://github.com/evalplus/mbppplus_release/releases/download/v0.2.0/MbppPlus.jsonl.gz',
      file: 'MbppPlus.jsonl.gz',
      sha256: 'af43697e8791c4c149bdfd6b489d8b5412507551ac20e28a439f650b8225db63',
    },
  },
  'apps-codetree': {
    licence: 'Apache-2.0; APPS: MIT',
    problems: 150,
    download: {
      url: 'https://raw.githubusercontent.com/SalesforceAIResearch/CodeTree/63786313fb23bea79bd180fb928eb0ff295a9e36/data/apps_selected.json',
      file: 'apps_selected.json',
      sha256: '6934e2b25b0de111c327291d12d09ea95b6a3ed01b7e27e0351dc7a1ba7920cf',
    },
  },
  'apps-mapcoder': {
    licence: 'MIT',
    problems: 128,
    download: {
      url: 'https://raw.githubusercontent.com/Md-Ashraful-Pramanik/MapCoder/6bdda19c65abd480f12a9ff38f2a30b885b17f05/data/APPS/selected150.jsonl',
      file: 'selected150.jsonl',
      sha256: '0f27851c4f48842413a4afdd9aa94c295d5d639af95165e2810869903f219e80',
    },
  },
  bundled: { licence: 'MIT', problems: 16, download: null },
};

/** Where a data set of this name is on this machine once it has been fetched. */
export function datasetPath(name: string, cacheDir: string): string | null {
  const known = Object.hasOwn(knownDatasets, name) ? knownDatasets[name] : undefined;
  if (known === undefined) return null;
  return known.download === null
    ? bundledFile('problems.jsonl')
    : join(cacheDir, 'datasets', known.download.file);
}

/** A file of the bundled data set: next to this module in the sources, beside `dist` when it runs compiled. */
export function bundledFile(name: 'problems.jsonl' | 'bank.jsonl'): string {
  const beside = join(__dirname, 'bundled', name);
  return existsSync(beside) ? beside : join(__dirname, '..', '..', 'datasets', 'bundled', name);
}
