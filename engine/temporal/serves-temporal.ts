import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';

/** The service whose health a Temporal front end reports when it takes requests. */
const service = 'temporal.api.workflowservice.v1.WorkflowService';
/** `HealthCheckResponse { status: SERVING }` in protobuf. */
const serving = Buffer.from([0x08, 0x01]);
/** A gRPC message is preceded by a compression flag and its length. */
const prefixBytes = 5;

/** Whether a Temporal front end without TLS serves (gRPC health check): milliseconds, where the CLI takes a hundred. */
export function servesTemporal(address: string, timeoutMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const session = connect(`http://${address}`);
    const finish = (answer: boolean): void => {
      clearTimeout(timer);
      session.destroy();
      resolve(answer);
    };
    const timer = setTimeout(finish, timeoutMs, false);
    session.on('error', () => {
      finish(false);
    });
    askHealth(session, finish);
  });
}

function askHealth(session: ClientHttp2Session, finish: (answer: boolean) => void): void {
  const request = session.request({
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('error', () => {
    finish(false);
  });
  request.on('end', () => {
    finish(Buffer.concat(chunks).subarray(prefixBytes).equals(serving));
  });
  request.end(healthRequest());
}

function healthRequest(): Buffer {
  const name = Buffer.from(service, 'utf8');
  const message = Buffer.concat([Buffer.from([0x0a, name.length]), name]);
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
