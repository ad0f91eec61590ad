import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './environment.ts';

/**
 * A name server that never answers. Its tests need root, for mounts and for port 53. A program whose command line follows `prefix`
 * asks it, in a mount namespace of its own. `asked` resolves when the first question arrives.
 */
export async function silentDns() {
  // Each server has an address of its own, so that tests can run at the same time.
  const address = `127.53.${process.pid % 256}.${1 + Math.floor(Math.random() * 254)}`;
  const socket = createSocket('udp4').bind(53, address);
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const file = join(temporaryFolder(), 'resolv.conf');
  writeFileSync(file, `nameserver ${address}\n`);
  const script = `mount --bind '${file}' /etc/resolv.conf && exec "$@"`;
  return { prefix: ['unshare', '-m', 'sh', '-c', script, 'sh'], asked: once(socket, 'message') };
}
