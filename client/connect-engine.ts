import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

import { NotReadyError } from '../core/errors/errors';
import { isLoopback } from '../core/values/loopback';

export interface EngineTarget {
  readonly address: string;
  readonly namespace: string;
  /** A server of ours on this machine; otherwise TLS and keys come from the SDK's environment configuration. */
  readonly local: boolean;
  /** How long it may take to answer, ms. Default 10 s. */
  readonly connectWithinMs?: number;
}

/** A connected client; what the functions of this folder take. */
export type EngineConnection = Client;

export interface EngineClient {
  readonly client: Client;
  readonly close: () => Promise<void>;
}

/** gRPC would ask even this machine through the proxy that http_proxy or https_proxy names. */
const direct = { 'grpc.enable_http_proxy': 0 };

function hostOf(address: string): string {
  return address.replace(/:\d+$/, '');
}

/** @throws NotReadyError naming the address when nothing answers there. */
export async function connectEngine(target: EngineTarget): Promise<EngineClient> {
  const options = target.local ? {} : (loadClientConnectConfig().connectionOptions ?? {});
  try {
    const connection = await Connection.connect({
      ...options,
      address: target.address,
      connectTimeout: target.connectWithinMs ?? 10_000,
      ...(isLoopback(hostOf(target.address)) ? { channelArgs: direct } : {}),
    });
    return {
      client: new Client({ connection, namespace: target.namespace }),
      close: () => connection.close(),
    };
  } catch (error) {
    throw new NotReadyError(
      `no Temporal server answers at ${target.address}`,
      target.local
        ? 'Run `espalier up`, or `espalier doctor` to see why it does not start'
        : 'Check TEMPORAL_ADDRESS and the TEMPORAL_* settings of your cluster',
      { code: 'ENGINE_UNREACHABLE', cause: error },
    );
  }
}
