import { listFlag } from './list-flag';

/** `a,b,recorded:F,G` as models a, b and recorded:F,G: names after a model of our server are more files of its bank. */
export function modelsFlag(typed: string): readonly string[] {
  return listFlag(typed).reduce<readonly string[]>((models, part) => {
    const last = models.at(-1);
    const isFile = last !== undefined && ownServer.test(last) && !ownServer.test(part);
    return isFile ? [...models.slice(0, -1), `${last},${part}`] : [...models, part];
  }, []);
}

const ownServer = /^(?:simulated|recorded):/;
