import type { EspalierError } from '../core/errors/errors';
import { DockerCallError } from './docker-engine';
import { ImageMissingError, PythonUnusableError, SandboxUnavailableError } from './errors';

const reachRemedy =
  'Start the Docker engine, or point DOCKER_HOST at one that this user may use; it is tried again by itself';

/** What a failed call to the engine means for the check that needed it. */
export function toSandboxError(error: unknown, image: string, host: string): EspalierError {
  if (!(error instanceof DockerCallError)) {
    return new SandboxUnavailableError('docker', String(error), { cause: error });
  }
  const { status, message } = error;
  if (status === 404 && /no such image/i.test(message)) {
    return new ImageMissingError(image, { cause: error });
  }
  if (status === 400 && /executable file not found|no such file or directory/i.test(message)) {
    return new PythonUnusableError(`Docker image ${image}`, 'python3 is not on its PATH');
  }
  if (status === null) {
    return new SandboxUnavailableError('docker', `${host} does not answer (${message})`, {
      remedy: reachRemedy,
      cause: error,
    });
  }
  return new SandboxUnavailableError('docker', `the engine said ${status}: ${message}`, {
    cause: error,
  });
}
