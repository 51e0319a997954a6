import { promises as fs } from 'node:fs';
import { Readable } from 'node:stream';

import { z } from 'zod';

import { usualJobLimits } from '../../core/adapters/repository';
import type { RepositoryHost, RepositoryPlace } from '../../core/adapters/repository';
import type { Store } from '../../core/ports/records';
import { InterpreterRecord } from '../../core/schemas/environment';
import { interpreterPath } from '../../core/repository/interpreter';
import { interpreterArchive } from '../../core/work/interpreter-archive';
import {
  findInterpreter,
  InterpreterNotMovableError,
  interpreterVersions,
  isOf,
  packInterpreter,
  packing,
} from '../../repositories';
import type { InterpreterFacts, InterpreterPlaces } from '../../repositories';
import { RepositoryJobError, runRepositoryJob } from './repository/run-repository-job';
import { stepKey } from './repository/step-key';

/** An interpreter that can be used, or why none can. `cell`: the one that cells have. */
export type ChosenInterpreter =
  | { readonly kind: 'cell' }
  | { readonly kind: 'packed'; readonly interpreter: InterpreterRecord }
  | { readonly kind: 'none'; readonly why: string };

const Checked = z.object({
  version: z.string().nullable(),
  lacks: z.array(z.string()),
  said: z.string(),
});

export interface InterpreterParts {
  readonly repositories: () => Promise<RepositoryHost>;
  readonly place: () => Promise<RepositoryPlace>;
  readonly store: Pick<Store, 'environments'>;
  readonly interpreters: InterpreterPlaces;
}

const shape = { memoryMb: 512, filesMb: 768, scratchMb: 64 };

/** The oldest that `uv`, which installs, knows. */
const oldestMinor = 6;

/** Interpreters of this machine for environments: found by version, packed as archives, tried once in a cell. */
export class Interpreters {
  private readonly chosen = new Map<string, Promise<ChosenInterpreter>>();

  constructor(private readonly parts: InterpreterParts) {}

  /** @param version `3.9`, the newest of it, or `3.9.18` @throws what a cell throws */
  async of(version: string): Promise<ChosenInterpreter> {
    const known = this.chosen.get(version);
    if (known !== undefined && (await this.isThere(await known))) return known;
    const choice = this.choose(version);
    this.chosen.set(version, choice);
    // A fault is tried again, and a Python that is missing may be installed meanwhile.
    const forget = (): void => void this.chosen.delete(version);
    choice.then(({ kind }) => {
      if (kind === 'none') forget();
    }, forget);
    return choice;
  }

  /** Its archive may have been removed for want of room. */
  private async isThere(chosen: ChosenInterpreter): Promise<boolean> {
    const { environments } = this.parts.store;
    return chosen.kind !== 'packed' || environments.hasArchive(chosen.interpreter.archive);
  }

  private async choose(version: string): Promise<ChosenInterpreter> {
    const { python } = await this.parts.place();
    if (isOf(python, version)) return { kind: 'cell' };
    const [major, minor] = version.split('.').map(Number);
    if (major !== 3 || (minor ?? 0) < oldestMinor) {
      const why = `the installer knows Python 3.${oldestMinor} and later`;
      return { kind: 'none', why };
    }
    const facts = await findInterpreter(this.parts.interpreters, version);
    if (facts === null) {
      const there = (await interpreterVersions(this.parts.interpreters)).join(', ');
      return { kind: 'none', why: `this machine has ${there || 'none'}, cells have ${python}` };
    }
    try {
      const interpreter = await this.packed(facts);
      const trouble = await this.tried(interpreter, facts);
      if (trouble === null) return { kind: 'packed', interpreter };
      return { kind: 'none', why: `${facts.program} does not run in a cell: ${trouble}` };
    } catch (error) {
      if (!(error instanceof InterpreterNotMovableError)) throw error;
      return { kind: 'none', why: `${facts.program}: ${error.message}` };
    }
  }

  private async packed(facts: InterpreterFacts): Promise<InterpreterRecord> {
    const { environments } = this.parts.store;
    const { size, mtimeMs } = await fs.stat(facts.program);
    const library = (await fs.stat(facts.library)).mtimeMs;
    const key = stepKey('interpreter', { facts, size, mtimeMs, library, packing });
    const known = InterpreterRecord.safeParse(await environments.findStep(key)).data;
    if (known !== undefined && (await environments.hasArchive(known.archive))) return known;
    const tar = await packInterpreter(facts);
    const { sha256 } = await environments.putArchive(Readable.from(tar));
    const interpreter = { archive: sha256, version: facts.version };
    await environments.saveStep(key, interpreter, 'last');
    return interpreter;
  }

  /** Why it is of no use in a cell: it does not start, or a library that it needs is missing there. */
  private async tried(
    interpreter: InterpreterRecord,
    { modules }: InterpreterFacts,
  ): Promise<string | null> {
    const { environments } = this.parts.store;
    const key = stepKey('interpreter-tried', {
      ...{ interpreter, modules, place: await this.parts.place() },
    });
    const known = Checked.safeParse(await environments.findStep(key)).data;
    const checked = known ?? (await this.check(interpreter, modules));
    if (known === undefined) await environments.saveStep(key, checked);
    if (checked.version !== interpreter.version) return checked.said || 'it says another version';
    return checked.lacks.length === 0 ? null : `it lacks ${checked.said}`;
  }

  private async check(
    interpreter: InterpreterRecord,
    modules: readonly string[],
  ): Promise<z.infer<typeof Checked>> {
    const { end } = await runRepositoryJob(await this.parts.repositories(), {
      module: 'check_interpreter',
      request: { program: interpreterPath(interpreter), modules },
      archives: interpreterArchive(this.parts.store.environments, interpreter),
      shape,
      options: {
        walls: 'wide',
        limits: { ...usualJobLimits, wallMs: 120_000, memoryMb: shape.memoryMb, diskMb: 64 },
      },
    });
    if (end.kind !== 'finished') throw new RepositoryJobError('check_interpreter', end);
    return Checked.parse(end.record);
  }
}
