import { startEndpoint, type HttpEndpoint } from '../../fakes/http-endpoint';
import { eventually } from '../../../laboratory/home/eventually';
import { DockerImages } from '../../../sandbox/docker-images';

describe('an image that is being pulled', () => {
  let engine: HttpEndpoint;
  let closed: Promise<void>;

  beforeEach(async () => {
    let hungUp = (): void => undefined;
    closed = new Promise<void>((resolve) => (hungUp = resolve));
    engine = await startEndpoint(({ path }, response) => {
      response.setHeader('content-type', 'application/json');
      if (path === '/info') response.end('{"DockerRootDir":"/nowhere"}');
      else if (path.startsWith('/images/create')) {
        response.on('close', hungUp);
        response.write(
          '{"id":"layer","status":"Downloading","progressDetail":{"current":1,"total":9}}\n',
        );
      } else response.writeHead(404).end('{"message":"no such image"}');
    });
  });
  afterEach(() => engine.close());

  const images = (stalledAfterMs: number): DockerImages =>
    new DockerImages({
      ...{ dockerHost: `tcp://127.0.0.1:${String(engine.port)}`, stalledAfterMs },
      freeBytes: () => Promise.resolve(null),
    });

  it('is given up, and its engine left, once nothing comes any more', async () => {
    expect(await images(300).bring('owner/image:1')).toEqual({
      kind: 'none',
      why: 'the pull has stalled: nothing came for 0.3 s',
    });
    await closed;
  });

  it('ends with what its signal says when somebody cancels', async () => {
    const cancelled = new AbortController();
    const brought = images(600_000).bring('owner/image:1', cancelled.signal);
    brought.catch(() => undefined);
    await eventually('the pull', () =>
      engine.received.some(({ path }) => path.startsWith('/images/create')),
    );
    cancelled.abort(new Error('cancelled'));
    await expect(brought).rejects.toThrow('cancelled');
    await closed;
  });
});
