import { defaultDockerHost } from '../../sandbox/docker-engine';

/** The Docker engine that the tests use: that of `DOCKER_HOST`, as for the program itself. */
export const dockerHost = process.env['DOCKER_HOST'] ?? defaultDockerHost;
