import { listFlag } from './list-flag';

/**
 * `a,b,recorded:F,G` as the models a, b and recorded:F,G: what stands behind a model of our own server are further files of
 * its bank, up to the next such model.
 */
export function modelsFlag(typed: string): readonly string[] {
  return listFlag(typed).reduce<readonly string[]>((models, part) => {
    const last = models.at(-1);
    const isFile = last !== undefined && ownServer.test(last) && !ownServer.test(part);
    return isFile ? [...models.slice(0, -1), `${last},${part}`] : [...models, part];
  }, []);
}

const ownServer = /^(?:simulated|recorded):/;
