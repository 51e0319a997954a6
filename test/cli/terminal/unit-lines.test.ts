import { installedLines, removedLines, unitDocument } from '../../../cli/terminal/unit-lines';
import { readSettings } from '../../../config/settings';
import type { UnitChange } from '../../../lab/supervision/unit';

const unit: UnitChange = { unit: 'espalier.service', file: '/unit', untold: null, commands: [] };
const untold: UnitChange = { ...unit, untold: 'no bus', commands: ['systemctl --user one', 'two'] };

describe('a unit that was installed', () => {
  const lines = (environment: Readonly<Record<string, string>>, change = unit) =>
    installedLines({ settings: readSettings(environment) }, change);

  it('is told with its file, and when it starts', () => {
    expect(lines({})).toEqual([
      'unit espalier.service written: /unit',
      'Without a login it starts only where this is on: loginctl enable-linger',
    ]);
  });

  it('holds no key of a shell, which is said unless a file has it', () => {
    const [, , last] = lines({ OPENAI_API_KEY: 'sk-1' });
    expect(last).toContain('It holds no key');
    expect(last).not.toContain('sk-1');
    expect(lines({ OPENAI_API_KEY: 'sk-1', OPENAI_API_KEY_FILE: '/key' })).toHaveLength(2);
    expect(lines({ OPENAI_API_KEY_FILE: '/key' })).toHaveLength(2);
  });

  it('leaves to a person what systemd could not be told', () => {
    expect(lines({}, untold).slice(1, 4)).toEqual([
      'systemd was not told (no bus). Where it runs, type:',
      '  systemctl --user one',
      '  two',
    ]);
  });
});

describe('a unit that was removed', () => {
  it('is told, and so is that there was none', () => {
    expect(removedLines(null)).toEqual(['no unit was installed for this state folder']);
    expect(removedLines(unit)).toEqual(['unit espalier.service removed: /unit']);
    expect(removedLines(untold)).toHaveLength(4);
  });

  it('is a document with everything in it', () => {
    expect(unitDocument(untold)).toEqual({
      ...{ name: 'espalier.service', file: '/unit', untold: 'no bus' },
      commands: ['systemctl --user one', 'two'],
    });
  });
});
