import { RunConfig } from '../../core/schemas/run';
import { parseStored } from '../stored-json';

/** So many runs are remembered: a process works on one or a few, and looks at each again and again. */
const mostRemembered = 8;

/** Parsed once: 100,000 problems take 50 ms. What is remembered holds for the text that it was parsed from. */
export class RunConfigs {
  readonly #known = new Map<string, { readonly text: string; readonly config: RunConfig }>();

  /** @throws RecordUnreadableError */
  parse(run: string, text: string): RunConfig {
    const known = this.#known.get(run);
    if (known?.text === text) return known.config;
    const config = parseStored(RunConfig, text, `configuration of run ${run}`);
    this.#known.delete(run);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= mostRemembered) this.#known.delete(oldest);
    this.#known.set(run, { text, config });
    return config;
  }
}
