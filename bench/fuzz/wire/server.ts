/** A TCP server that answers each request with the bytes it is told to. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Delivery } from './answers.ts';

/** Stands for what a proxy gets that is to open a tunnel. */
export const tunnelTarget = 'CONNECT';

/** The answer to a request, or undefined for what comes before the first request of a connection. */
export type Answering = (target: string | undefined) => Promise<Delivery | undefined>;

export interface WireServer {
  readonly port: number;
  /** Sets how requests are answered from now on, and cuts all connections. */
  use(answering: Answering | undefined): void;
  close(): void;
}

export async function startWireServer(): Promise<WireServer> {
  const sockets = new Set<Socket>();
  let answering: Answering | undefined;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('end', () => drop(socket));
    if (answering === undefined) drop(socket);
    else void serve(socket, answering);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = (): void => {
    for (const socket of sockets) drop(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    use: (next) => {
      answering = next;
      cutAll();
    },
    close: () => {
      cutAll();
      server.close();
    },
  };
}

/** A reset frees the client's port at once. After an end, Node loses the handle of a socket that is reset. */
function drop(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

async function serve(socket: Socket, answering: Answering): Promise<void> {
  const before = await answering(undefined);
  if (before !== undefined) await deliver(socket, before);
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
    // The first record of TLS has no empty line, and gets no answer that it could read.
    const isTls = received.startsWith('\u0016');
    if (!isTls && !received.includes('\r\n\r\n')) return;
    const target = isTls ? tunnelTarget : targetOf(received);
    received = '';
    void answering(target).then(
      (delivery) => delivery && deliver(socket, isTls ? { ...delivery, end: 'closed' } : delivery),
    );
  });
}

function targetOf(request: string): string {
  const [, method, target = '/'] = /^(GET|CONNECT) (\S+)/.exec(request) ?? [];
  // A proxy gets whole addresses.
  return method === 'CONNECT' ? tunnelTarget : target.replace(/^http:\/\/[^/]+/, '');
}

async function deliver(socket: Socket, { pieces, end }: Delivery): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    // The client reads each piece on its own.
    await new Promise(setImmediate);
  }
  if (end === 'closed') socket.end();
  if (end === 'reset') drop(socket);
}
