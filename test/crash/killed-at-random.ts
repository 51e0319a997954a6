import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { type Service } from '../../laboratory/home/home-processes';
import { requestsOf } from '../../laboratory/home/request-log';
import { type MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { finished, killAtMoment, type Undisturbed } from './crash-run';

const services: readonly Service[] = ['worker', 'engine', 'model-server'];

/**
 * Plays runs of one home through at the same time while its services are killed one after the other, each at a random moment of its part of the runs,
 * in an order that the draws decide.
 * @param draw a number from 0 to 1, another one each time
 */
export async function killedAtRandom(
  home: EspalierHome,
  starts: readonly (readonly string[])[],
  how: {
    readonly undisturbed: readonly Undisturbed[];
    readonly kills: number;
    readonly draw: () => number;
    readonly said?: (words: string) => void;
  },
): Promise<readonly MomentOfDeath[]> {
  const commands = starts.map((start) => home.start(...start));
  const calls = how.undisturbed.reduce((sum, { arrivals }) => sum + arrivals.size, 0);
  const deaths: MomentOfDeath[] = [];
  for (let kill = 0; kill < how.kills; kill += 1) {
    const part = (kill + how.draw()) / (how.kills + 1);
    const service = services[Math.floor(how.draw() * services.length)] ?? 'worker';
    const due = calls * part;
    const { death } = await killAtMoment(home, service, () =>
      requestsOf(home).length >= due ? true : null,
    );
    deaths.push(death);
    how.said?.(`${service} killed at ${(100 * part).toFixed(0)} % of the calls`);
  }
  for (const command of commands) finished(await command.end);
  return deaths;
}
