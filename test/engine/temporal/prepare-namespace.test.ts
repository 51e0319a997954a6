import { searchAttributeNames } from '../../../core/durable/search-attributes';
import { prepareNamespace } from '../../../engine/temporal/prepare-namespace';

const day = 86_400;
const environment = { HOME: '/home' };

/** What a server that describes its namespace so is told. */
async function told(description: unknown, failing?: string): Promise<readonly string[]> {
  const commands: string[] = [];
  await prepareNamespace({
    ...{ binary: 'temporal', address: '127.0.0.1:7233', environment },
    run: (argv, options) => {
      expect(options.environment).toBe(environment);
      const command = argv.join(' ');
      commands.push(command);
      const stdout = typeof description === 'string' ? description : JSON.stringify(description);
      const fails = failing !== undefined && command.includes(failing);
      return Promise.resolve({ stdout, problem: fails ? 'it failed' : null });
    },
  });
  return commands;
}

const of = (retentionSeconds: number, names: readonly string[] = searchAttributeNames) => ({
  config: {
    workflowExecutionRetentionTtl: `${String(retentionSeconds)}s`,
    customSearchAttributeAliases: Object.fromEntries(
      names.map((name, place) => [`Keyword0${String(place)}`, name]),
    ),
  },
});

const at = '--address 127.0.0.1:7233';
const describes = `temporal operator namespace describe -n default -o json ${at}`;
const raises = `temporal operator namespace update -n default --retention 30d ${at}`;

describe('the namespace of a local server', () => {
  it('keeps ended work for 30 days at least', async () => {
    expect(await told(of(30 * day))).toEqual([describes]);
    expect(await told(of(31 * day))).toEqual([describes]);
    expect(await told(of(30 * day - 1))).toEqual([describes, raises]);
  });

  it('gets the search attributes that it lacks', async () => {
    const [first = '', ...others] = searchAttributeNames;
    const adds = `temporal operator search-attribute create -n default --name ${first} --type Keyword ${at}`;
    expect(await told(of(30 * day, others))).toEqual([describes, adds]);
    expect(await told({})).toHaveLength(2 + searchAttributeNames.length);
  });

  it.each([
    ['describe', 'describe the namespace: it failed'],
    ['update', 'raise the retention: it failed'],
    ['EspalierPhase', 'add search attribute EspalierPhase: it failed'],
  ])('is not ready when `%s` fails, which names the step', async (failing, words) => {
    await expect(told({}, failing)).rejects.toMatchObject({
      code: 'ENGINE_NAMESPACE_NOT_PREPARED',
      exitCode: 3,
      message: `the local engine refused to ${words}`,
    });
  });

  it('is not ready when its description cannot be read', async () => {
    await expect(told('no JSON')).rejects.toThrow('its answer is not JSON');
  });
});
