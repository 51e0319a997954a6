import { existsSync, readdirSync } from 'node:fs';

import { stateMark } from '../../sandbox/bubblewrap/owner-mark';
import { DockerEngine } from '../../sandbox/docker-engine';
import { stateLabelName } from '../../sandbox/docker-backend';
import { dockerHost } from './docker-host';
import type { EspalierHome } from './espalier-home';
import { processesOf } from './machine-processes';

/** What this home has started and not taken away: processes, boxes, memory groups, containers; each as one line. */
export async function whatIsLeft(home: EspalierHome): Promise<readonly string[]> {
  return [...processesOf(home.folder.root), ...memoryGroupsOf(home), ...(await containersOf(home))];
}

function memoryGroupsOf(home: EspalierHome): readonly string[] {
  const prefix = `espalier-${stateMark(home.folder.root)}-`;
  return ['/sys/fs/cgroup', '/sys/fs/cgroup/memory']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder))
    .filter((name) => name.startsWith(prefix))
    .map((name) => `memory group ${name}`);
}

/** Without a Docker engine there is no container. */
async function containersOf(home: EspalierHome): Promise<readonly string[]> {
  const engine = new DockerEngine(dockerHost);
  try {
    const found = await engine.labelled(`${stateLabelName}=${home.folder.root}`);
    return found.map(({ id }) => `container ${id}`);
  } catch {
    return [];
  }
}
