import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './environment.ts';

/** A name server that never answers. Its tests need root, for mounts and for port 53. */
export interface SilentDns {
  /** A command line before the program's: in a mount namespace of its own, it asks this name server. */
  readonly prefix: readonly string[];
  /** Resolves when the first question arrives. */
  readonly asked: Promise<unknown>;
}

export async function silentDns(): Promise<SilentDns> {
  const { socket, address } = await bindPort53();
  onTestFinished(() => void socket.close());
  const file = join(temporaryFolder(), 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  const script = `mount --bind '${file}' /etc/resolv.conf && exec "$@"`;
  return { prefix: ['unshare', '-m', 'sh', '-c', script, 'sh'], asked: once(socket, 'message') };
}

/** Each server has an address of its own, so that tests can run at the same time. */
async function bindPort53(): Promise<{ socket: Socket; address: string }> {
  const address = `127.53.${process.pid % 256}.${1 + Math.floor(Math.random() * 254)}`;
  const socket = createSocket('udp4').bind(53, address);
  await once(socket, 'listening');
  return { socket, address };
}
