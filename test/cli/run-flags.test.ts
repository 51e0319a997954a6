import { Command } from 'commander';
import { z } from 'zod';

import { addFlags, requestFlag } from '../../cli/request-flags';
import { parseRunFlags, runFlag } from '../../cli/run-flags';
import { chatOptions } from '../../lab/chats/chat-request';
import { environmentOptions } from '../../lab/environments/environment-request';
import { evaluationOptions } from '../../lab/evaluation/evaluation-request';
import { bareSchema, rangeOf } from '../../lab/planning/request-members';
import type { RequestOptions } from '../../lab/planning/request-options';
import { runOptionNames, runOptions } from '../../lab/planning/run-options';
import { simulationOptions } from '../../lab/simulation/simulation-request';

const typed = {
  dataset: 'bundled',
  method: 'code-tree',
  model: 'simulated',
  budget: '20',
  concurrency: '10',
  seed: '0',
  samples: '1',
};

const tables: Readonly<Record<string, RequestOptions>> = {
  ...{ runOptions, chatOptions, environmentOptions, evaluationOptions, simulationOptions },
};

/** The schema of the members of a list, or else the schema itself. */
function elementOf(schema: z.ZodType): z.ZodType {
  const bare = bareSchema(schema);
  return bare instanceof z.ZodArray ? (bare.element as z.ZodType) : bare;
}

function codeOf(work: () => unknown): readonly unknown[] {
  try {
    return ['no error', work()];
  } catch (error) {
    const { code, exitCode } = error as { readonly code: string; readonly exitCode: number };
    return [code, exitCode];
  }
}

describe('the flags of a run', () => {
  it('are read as what they mean', () => {
    expect(
      parseRunFlags({ ...typed, problems: ' a , b,', temperature: '0.7', criticAccuracy: '1' }),
    ).toMatchObject({
      budget: 20,
      problems: ['a', 'b'],
      temperature: 0.7,
      criticAccuracy: 1,
      reuse: true,
      skipMissing: false,
    });
  });

  it('name levels problem by problem', () => {
    const { assurance, assuranceOf } = parseRunFlags({
      ...typed,
      assurance: 'data',
      assuranceOf: 'HumanEval/3=objects, a=b=shared',
    });
    expect([assurance, assuranceOf]).toEqual([
      'data',
      { 'HumanEval/3': 'objects', 'a=b': 'shared' },
    ]);
  });

  it('take the levels of several --assurance-of together', () => {
    const command = new Command().addOption(runFlag('assuranceOf'));
    command.parse(['--assurance-of', 'a=objects', '--assurance-of', 'b=shared,c=data'], {
      from: 'user',
    });
    expect(parseRunFlags({ ...typed, ...command.opts() }).assuranceOf).toEqual({
      ...{ a: 'objects', b: 'shared', c: 'data' },
    });
  });

  it.each([
    ['budget', '0', '--budget "0" must be a whole number from 1 to 100'],
    ['budget', '101', '--budget "101" must be a whole number from 1 to 100'],
    ['budget', '', '--budget "" must be'],
    ['budget', '1e9', '--budget "1e9" must be'],
    ['width', '21', '--width "21" must be a whole number from 1 to 20'],
    ['depth', '0', '--depth "0" must be a whole number from 1 to 10'],
    ['variant', ' ', '--variant " " is empty'],
    ['concurrency', '0', '--concurrency "0"'],
    ['samples', '1.5', '--samples "1.5"'],
    ['seed', '-1', '--seed "-1"'],
    [
      'seed',
      '9007199254740993',
      '--seed "9007199254740993" must be a whole number from 0 to 9007199254740991 (2^53 - 1)',
    ],
    ['limit', '0', '--limit "0"'],
    ['maxTokens', 'x', '--max-tokens "x"'],
    ['temperature', '3', '--temperature "3" must be a number from 0 to 2'],
    ['criticAccuracy', '2', '--critic-accuracy "2"'],
    ['competence', '-1', '--competence "-1"'],
    ['problems', ',', '--problems "," names no problem'],
    ['fresh', 'a b', '--fresh "a b" must be'],
    ['assurance', 'split', '--assurance "split" must be one of data, objects, shared'],
    ['assuranceOf', 'a=none', '--assurance-of "a=none" must be one of data, objects, shared'],
    ['assuranceOf', 'a', '--assurance-of "a" must be ID=LEVEL, ID=LEVEL and so on'],
    ['assuranceOf', '=data', '--assurance-of "=data" must be ID=LEVEL'],
    ['assuranceOf', 'a=data,,', '--assurance-of "a=data,," must be ID=LEVEL'],
    ['assuranceOf', 'a=data,a=shared', '--assurance-of "a=data,a=shared" names a twice'],
    ['model', ' ', '--model " " is empty'],
  ])('name %s and its value when it is %j', (flag, value, message) => {
    const parse = () => parseRunFlags({ ...typed, [flag]: value });
    expect(parse).toThrow(message);
    expect(codeOf(parse)).toEqual(['BAD_FLAG', 2]);
  });
});

describe('the flags that a command gets from the table of options', () => {
  const flags = ({ options }: Command) => options.map(({ flags: text }) => text);

  it('are all options, with a heading for those of one kind of work', () => {
    const command = addFlags(new Command(), runOptions);
    expect(command.options.map((option) => option.attributeName())).toEqual(runOptionNames);
    const help = command.helpInformation();
    expect(help).toContain('Options of search methods:\n  --budget <n>');
    expect(help).toContain('Options of --method refine:\n  --max-rounds <n>');
  });

  it('leave out what the command does not take, and show its own defaults', () => {
    const command = addFlags(new Command(), runOptions, ['dataset'], { samples: '5' });
    expect(flags(command)).not.toContain('--dataset <name|file>');
    expect(command.helpInformation()).toContain('(1 to 1000; default: 5)');
  });

  it.each([
    ['dataset', '--dataset <name|file>', true, 'data set: '],
    ['budget', '--budget <n>', false, 'per problem (1 to 100; default: 20)'],
    ['assurance', '--assurance <level>', false, 'data, objects, shared (default: objects)'],
    ['limit', '--limit <n>', false, 'first n problems (at least 1; default: no limit)'],
    ['problems', '--problems <ids>', false, 'use only these problems, separated by commas'],
    ['regrade', '--regrade', false, 'run every program again'],
    ['reuse', '--no-reuse', false, 'send every model request again'],
  ] as const)('have placeholder, range and default: %s', (name, typed, mandatory, help) => {
    const option = runFlag(name);
    expect([option.flags, option.mandatory]).toEqual([typed, mandatory]);
    expect(option.description).toContain(help);
  });

  it('stay undefined when they are not typed, so that the request fills in the default', () => {
    const command = addFlags(new Command(), runOptions).parse(['--dataset', 'a', '--model', 'b'], {
      from: 'user',
    });
    expect(command.opts()).toEqual({ dataset: 'a', model: 'b', reuse: true });
  });

  it.each(Object.entries(tables))(
    'state the range and the default of every number: %s',
    (_, options) => {
      const numbers = Object.entries(options).filter(
        ([, { schema }]) => rangeOf(elementOf(schema)) !== undefined,
      );
      expect(numbers.length).toBeGreaterThan(1);
      for (const [name, option] of numbers) {
        expect([name, requestFlag(name, option).description]).toEqual([
          name,
          expect.stringMatching(/\((?:each )?(?:at least )?[\d.]+(?: to [\d.]+)?; default: .+\)$/),
        ]);
      }
    },
  );

  it('state the range of the numbers of a list', () => {
    const { description } = requestFlag('depths', simulationOptions.depths);
    expect(description).toBe("tree depths (each 1 to 100; default: the method's own)");
  });

  it.each([
    ['assuranceOf', runOptions.assuranceOf, ['a=data', 'b=shared'], 'a=data,b=shared'],
    ['generators', environmentOptions.generators, ['traces', 'model'], 'traces,model'],
  ] as const)('collect what is typed when %s is repeated', (name, option, words, typed) => {
    const flag = requestFlag(name, option);
    const command = new Command().addOption(flag);
    command.parse(
      words.flatMap((word) => [flag.long ?? '', word]),
      { from: 'user' },
    );
    expect(command.opts()).toEqual({ [name]: typed });
  });
});
