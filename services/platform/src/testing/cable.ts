/** For tests only: a port of this machine that leads to a server, or to none for a while. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Cable {
  /** Taken from the beginning to {@link close}, also while it leads nowhere: nobody else is given it meanwhile. */
  port: number;
  /** Leads whoever connects from now on to a server. */
  plugIn(to: Pick<URL, 'hostname' | 'port'>): void;
  /** The server is away: connections are cut, and those that come are refused. */
  unplug(): void;
  /** Cuts the connections that there are. */
  cut(): void;
  /** Nothing arrives any more on the connections that there are, and nobody is told: what a host does that vanishes. */
  freeze(): void;
  close(): Promise<void>;
}

/** Leads nowhere at first. */
export async function createCable(): Promise<Cable> {
  let to: Pick<URL, 'hostname' | 'port'> | null = null;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (!to) return void near.resetAndDestroy();
    const far = track(connect(Number(to.port), to.hostname));
    track(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const unplug = () => {
    to = null;
    cut();
  };
  return {
    port: (server.address() as AddressInfo).port,
    plugIn: (target) => void (to = target),
    unplug,
    cut,
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    async close() {
      server.close();
      unplug();
      await once(server, 'close');
    },
  };
}
