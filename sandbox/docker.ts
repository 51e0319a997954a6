import { controlGroups } from '../processes/process-table';
import type { Backend, EngineAddress } from './backend';
import { isCellUser } from './cells/cell-user';
import { DockerBackend, defaultImage, ownerLabelName, reapContainers } from './docker-backend';
import { DockerEngine, defaultDockerHost } from './docker-engine';
import { countsProcessesPerBox, processCountText } from './kernel';
import { formatOwner, thisOwner } from '../processes/owner';

function engineOf({ dockerHost }: EngineAddress): DockerEngine {
  return new DockerEngine(dockerHost ?? defaultDockerHost);
}

async function ownContainers(address: EngineAddress): Promise<readonly string[]> {
  const label = `${ownerLabelName}=${formatOwner(thisOwner())}`;
  return (await engineOf(address).labelled(label)).map(({ id }) => id);
}

export const docker: Backend = {
  name: 'docker',
  title: 'Docker',
  setUp: 'start Docker and name an image with python3 in ESPALIER_SANDBOX_IMAGE',
  daemon: 'the Docker engine',
  open: (
    { image = defaultImage, dockerHost: host = defaultDockerHost, stateLabel, covered },
    needs,
  ) => DockerBackend.open({ image, host, stateLabel, covered, bootstrap: needs.bootstrap }),
  // A container has a count of its own; where the kernel counts as it should, there is nothing to say.
  findings: (kernelRelease) => {
    if (countsProcessesPerBox(kernelRelease)) return [];
    const detail = `${processCountText(kernelRelease)}: a program may have as many as its whole cell`;
    return [{ name: 'docker processes', ok: true, detail }];
  },
  reap: async ({ stateLabel, dockerHost: host }) => {
    const ids = await reapContainers({ stateLabel, host });
    return ids.map((id) => `container ${id}`);
  },
  cells: async (table, address) => {
    const ids = await ownContainers(address);
    const groups = [...table.values()].map((facts) => ({
      facts,
      groups: controlGroups(facts.pid),
    }));
    return ids.flatMap((id) => {
      const inside = groups.filter((one) => one.groups.includes(id)).map(({ facts }) => facts);
      const pids = new Set(inside.map(({ pid }) => pid));
      const first = inside.find(({ parent }) => !pids.has(parent));
      const name = `container ${id.slice(0, 12)}`;
      return first === undefined ? [] : [{ name, host: null, container: id, first }];
    });
  },
  containers: {
    ids: ownContainers,
    remove: (address, id) => engineOf(address).remove(id),
  },
  userFinding: null,
  userOutside: () => (owner) => isCellUser(owner),
};
