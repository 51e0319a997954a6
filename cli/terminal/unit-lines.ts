import type { JsonValue } from '../../core/values/canonical-json';
import type { LabContext } from '../../lab/lab-context';
import type { UnitChange } from '../../lab/supervision/unit';

/** What is said of a unit that was installed, and what is left to a person. */
export function installedLines(
  { settings }: Pick<LabContext, 'settings'>,
  { unit, file, untold, commands }: UnitChange,
): readonly string[] {
  const { OPENAI_API_KEY: key, OPENAI_API_KEY_FILE: keyFile } = settings;
  return [
    `unit ${unit} written: ${file}`,
    ...untoldLines(untold, commands),
    'Without a login it starts only where this is on: loginctl enable-linger',
    ...(key !== undefined && keyFile === undefined
      ? [
          'It holds no key: runs on an endpoint wait for one after a reboot. Name a file with the key in OPENAI_API_KEY_FILE, and type this again',
        ]
      : []),
  ];
}

/** @param unit null: there was none */
export function removedLines(unit: UnitChange | null): readonly string[] {
  if (unit === null) return ['no unit was installed for this state folder'];
  return [`unit ${unit.unit} removed: ${unit.file}`, ...untoldLines(unit.untold, unit.commands)];
}

export function unitDocument({ unit, file, untold, commands }: UnitChange): JsonValue {
  return { name: unit, file, untold, commands: [...commands] };
}

function untoldLines(untold: string | null, commands: readonly string[]): readonly string[] {
  if (untold === null) return [];
  return [
    `systemd was not told (${untold}). Where it runs, type:`,
    ...commands.map((one) => `  ${one}`),
  ];
}
