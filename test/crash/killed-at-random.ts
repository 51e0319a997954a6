import type { EspalierHome } from '../../laboratory/home/espalier-home';
import { type Service } from '../../laboratory/home/home-processes';
import { requestsOf } from '../../laboratory/home/request-log';
import { type MomentOfDeath } from '../../laboratory/trials/kills/moment-of-death';
import { finished, killAtMoment, type Undisturbed } from './crash-run';

const services: readonly Service[] = ['worker', 'engine', 'model-server'];

/**
 * Plays a run through while its services are killed one after the other, each at a random moment of its part of the run,
 * in an order that the draws decide.
 * @param draw a number from 0 to 1, another one each time
 */
export async function killedAtRandom(
  home: EspalierHome,
  start: readonly string[],
  how: {
    readonly undisturbed: Undisturbed;
    readonly kills: number;
    readonly draw: () => number;
    readonly said?: (words: string) => void;
  },
): Promise<readonly MomentOfDeath[]> {
  const command = home.start(...start);
  const deaths: MomentOfDeath[] = [];
  for (let kill = 0; kill < how.kills; kill += 1) {
    const part = (kill + how.draw()) / (how.kills + 1);
    const service = services[Math.floor(how.draw() * services.length)] ?? 'worker';
    const due = how.undisturbed.arrivals.size * part;
    const { death } = await killAtMoment(home, service, () =>
      requestsOf(home).length >= due ? true : null,
    );
    deaths.push(death);
    how.said?.(`${service} killed at ${(100 * part).toFixed(0)} % of the calls`);
  }
  finished(await command.end);
  return deaths;
}
