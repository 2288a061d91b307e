import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_CONNECTIONS, MAX_IDLE_PER_ADDRESS } from './server-options.js';

export interface ConnectionLimits {
  /** Open at a time; more are dropped by the server before they are looked at. */
  readonly maxConnections?: number;
  /** Idle at a time from one address; of more, the longest idle is closed. */
  readonly maxIdlePerAddress?: number;
  /** Whether an address may hold any number: a proxy in front. */
  readonly isExempt?: (address: string) => boolean;
}

/** The connections of a server, for gauges. */
export interface Connections {
  readonly open: number;
  /** Since the start: over `maxConnections`, or idle and over `maxIdlePerAddress`. */
  readonly dropped: number;
  /** A request on a connection begins. */
  busy(socket: Socket): void;
  /** Nothing is under way on a connection any more. */
  idle(socket: Socket): void;
  /**
   * From now on closes connections that were idle for so long after an answer, ms; 0: none. node:http makes a timer for it after
   * each answer, which this does not.
   */
  closeIdleAfter(keepAliveMs: number): void;
  /**
   * Closes the connections on which no byte has arrived: those that browsers and proxies open in advance.
   * `closeIdleConnections` of node:http counts them as busy.
   */
  closeUnused(): void;
}

/** Bounds how many connections a server holds, and how many of them one address may leave idle. */
export function limitConnections(server: Server, limits: ConnectionLimits = {}): Connections {
  const { maxConnections = MAX_CONNECTIONS, maxIdlePerAddress = MAX_IDLE_PER_ADDRESS, isExempt } = limits;
  /** By address: its idle connections, the longest idle first, each with the instant of its last answer: Infinity before the first. */
  const idle = new Map<string, Map<Socket, number>>();
  let open = 0;
  let dropped = 0;

  function add(address: string, socket: Socket, answeredAt: number): void {
    const ofAddress = idle.get(address) ?? new Map();
    if (ofAddress.size === 0) idle.set(address, ofAddress);
    ofAddress.set(socket, answeredAt);
    if (ofAddress.size <= maxIdlePerAddress || isExempt?.(address)) return;
    const [longest] = ofAddress.keys();
    dropped++;
    if (longest) {
      remove(address, longest);
      longest.destroy();
    }
  }

  function remove(address: string, socket: Socket): void {
    idle.get(address)?.delete(socket);
  }

  function closeIdleSince(instant: number): void {
    for (const ofAddress of idle.values()) {
      for (const [socket, answeredAt] of ofAddress) if (answeredAt <= instant) socket.destroy();
    }
  }

  server.maxConnections = maxConnections;
  server.on('drop', () => dropped++);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    open++;
    add(address, socket, Number.POSITIVE_INFINITY);
    socket.once('close', () => {
      open--;
      remove(address, socket);
      if (idle.get(address)?.size === 0) idle.delete(address);
    });
  });

  return {
    get open() {
      return open;
    },
    get dropped() {
      return dropped;
    },
    busy(socket) {
      remove(socket.remoteAddress ?? '', socket);
    },
    idle(socket) {
      if (!socket.destroyed) add(socket.remoteAddress ?? '', socket, performance.now());
    },
    closeIdleAfter(keepAliveMs) {
      if (keepAliveMs === 0) return;
      const tickMs = Math.min(1_000, keepAliveMs / 4);
      const timer = setInterval(() => closeIdleSince(performance.now() - keepAliveMs), tickMs).unref();
      server.once('close', () => clearInterval(timer));
    },
    closeUnused() {
      for (const ofAddress of idle.values()) {
        for (const socket of ofAddress.keys()) if (socket.bytesRead === 0) socket.destroy();
      }
    },
  };
}
