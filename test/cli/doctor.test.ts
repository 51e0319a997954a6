import { closingWords } from '../../cli/commands/doctor';
import { readSettings } from '../../config/settings';
import { endpointFinding } from '../../lab/endpoint-findings';

const endpoint = (OPENAI_BASE_URL: string) =>
  endpointFinding({ settings: readSettings({ OPENAI_BASE_URL }) });
const node = { name: 'node', ok: true, detail: 'v24', needed: true };

describe('the last line of doctor', () => {
  it('leaves out real models when the address of their endpoint cannot be used', async () => {
    expect(closingWords([node, await endpoint('foo')])).toBe(
      'Ready for simulated and recorded models.',
    );
    expect(closingWords([node, await endpoint('http://a.test/v1')])).toBe('Ready.');
  });

  it('says that something is missing whatever the endpoint is', async () => {
    expect(closingWords([{ ...node, ok: false }, await endpoint('foo')])).toMatch(/^Not ready/);
  });
});
