/** Our own model server as a detached process: what `lab/` starts and keeps up. */
import { runDetached, say } from './run-detached';
import { serveModel, ServeModelOptions } from './serve-model';

runDetached(ServeModelOptions, (options) =>
  serveModel(options, ({ baseUrl, logicalEndpoint }) => {
    say(`serving ${logicalEndpoint} at ${baseUrl}`);
  }),
);
