import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { BUDGETS, watchBudget } from '@loadcast/core/budgets';

export interface ConnectionLimits {
  /** Most open connections; more are closed before a byte is read. */
  readonly maxConnections?: number;
  /** Most open connections of one address. */
  readonly maxPerAddress?: number;
  /** Connections of one address that are idle for a second and longer; the longest idle of more are closed. */
  readonly maxIdlePerAddress?: number;
  /** Whether an address may hold any number: a proxy in front. */
  readonly isExempt?: (address: string) => boolean;
}

export interface OpenConnection {
  /** Address of the peer; empty once the peer is gone. */
  readonly address: string;
  busy(): void;
  /** Marks the connection idle since an instant of `performance.now()`. */
  idle(since: number): void;
}

export interface Connections {
  readonly open: number;
  /** Connections dropped since the start: over a limit of all or of one address. */
  readonly dropped: number;
  of(socket: Socket): OpenConnection;
  /**
   * From now on closes connections that were idle for so long after an answer, ms; 0: none. node:http makes a timer for it after
   * each answer, which this does not.
   */
  closeIdleAfter(keepAliveMs: number): void;
  /**
   * Closes the connections on which no byte has arrived for a second: browsers and proxies open them in advance.
   * `closeIdleConnections` of node:http counts them as busy.
   */
  closeUnused(): void;
}

/** A connection that is idle for less may have a request on its way. */
const SETTLED_AFTER_MS = 1_000;
const LOOK_EVERY_MS = 500;
/** Idle connections of one address, of any age: at most so many times `maxIdlePerAddress`. */
const CROWD = 4;

const BOUNDS: Required<ConnectionLimits> = {
  maxConnections: BUDGETS.connections.bound,
  maxPerAddress: BUDGETS.connections_of_address.bound,
  maxIdlePerAddress: BUDGETS.idle_connections.bound / CROWD,
  isExempt: () => false,
};

/** Bounds how many connections a server holds, and how many of them one address may leave idle. */
export function limitConnections(server: Server, limits: ConnectionLimits = {}): Connections {
  const bounds = { ...BOUNDS, ...limits };
  const { maxPerAddress, maxIdlePerAddress, isExempt } = bounds;
  const all = new WeakMap<Socket, TrackedConnection>();
  const byAddress = new Map<string, AddressConnections>();
  let dropped = 0;
  watchAddresses(byAddress, bounds);

  function hold(socket: Socket): TrackedConnection {
    const address = socket.remoteAddress ?? '';
    const ofAddress = byAddress.get(address) ?? { held: new Set(), idle: 0 };
    byAddress.set(address, ofAddress);
    const held = new TrackedConnection(socket, address, ofAddress, dropOverCrowd);
    ofAddress.held.add(held);
    all.set(socket, held);
    socket.once('close', () => {
      held.leave();
      if (ofAddress.held.size === 0) byAddress.delete(address);
    });
    return held;
  }

  /** Closes the longest idle of an address that were idle at an instant, but for the newest of them. */
  function dropLongestIdle(address: string, { held, idle }: AddressConnections, at: number, kept: number): void {
    if (idle <= kept || isExempt(address)) return;
    for (const each of longestIdle(held, at, kept)) {
      dropped++;
      each.end();
    }
  }

  function dropSettled(): void {
    const at = performance.now() - SETTLED_AFTER_MS;
    for (const [address, ofAddress] of byAddress) dropLongestIdle(address, ofAddress, at, maxIdlePerAddress);
  }

  const dropOverCrowd = ({ address, ofAddress, idleSince: at }: TrackedConnection): void =>
    dropLongestIdle(address, ofAddress, at, CROWD * maxIdlePerAddress);

  server.maxConnections = bounds.maxConnections;
  server.on('drop', () => dropped++);
  server.on('connection', (socket: Socket) => {
    const held = hold(socket);
    if (held.ofAddress.held.size > maxPerAddress && !isExempt(held.address)) {
      dropped++;
      held.end();
    } else held.idle(performance.now());
  });
  // The poll phase comes first: it reads the requests that arrived while the loop was held up.
  whileOpen(server, LOOK_EVERY_MS, () => setImmediate(dropSettled));

  return {
    get open() {
      return heldIn(byAddress).length;
    },
    get dropped() {
      return dropped;
    },
    of: (socket) => all.get(socket) ?? hold(socket),
    closeIdleAfter(keepAliveMs) {
      if (keepAliveMs === 0) return;
      const tickMs = Math.min(1_000, keepAliveMs / 4);
      whileOpen(server, tickMs, () => closeAnswered(idleSince(byAddress, performance.now() - keepAliveMs)));
    },
    closeUnused() {
      const idle = idleSince(byAddress, performance.now() - SETTLED_AFTER_MS);
      for (const { socket } of idle) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

function closeAnswered(idle: readonly TrackedConnection[]): void {
  for (const held of idle) if (held.isAnswered) held.end();
}

function heldIn(byAddress: ReadonlyMap<string, AddressConnections>): TrackedConnection[] {
  return [...byAddress.values()].flatMap(({ held }) => [...held]);
}

function idleSince(byAddress: ReadonlyMap<string, AddressConnections>, instant: number): TrackedConnection[] {
  return heldIn(byAddress).filter((each) => each.idleSince <= instant);
}

/** Repeats an act until the server closes. */
function whileOpen(server: Server, everyMs: number, act: () => void): void {
  const timer = setInterval(act, everyMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Connections that were idle at an instant, the longest idle first, but for the newest that are kept. */
function longestIdle(held: Iterable<TrackedConnection>, at: number, kept: number): TrackedConnection[] {
  const settled = [...held].filter(({ idleSince }) => idleSince <= at);
  settled.sort((one, other) => one.idleSince - other.idleSince);
  return settled.slice(0, Math.max(0, settled.length - kept));
}

/** Shows the fill of the budgets of connections; exempt addresses have no bound of their own. */
function watchAddresses(byAddress: ReadonlyMap<string, AddressConnections>, bounds: typeof BOUNDS): void {
  const { maxConnections, maxPerAddress, maxIdlePerAddress, isExempt } = bounds;
  const counts = (all: typeof byAddress, count: (each: AddressConnections) => number) =>
    [...all].map(([address, each]) => (isExempt(address) ? 0 : count(each)));
  watchBudget('connections', byAddress, (all) => heldIn(all).length, maxConnections);
  watchBudget(
    'connections_of_address',
    byAddress,
    (all) => mostOf(counts(all, ({ held }) => held.size)),
    maxPerAddress,
  );
  watchBudget(
    'idle_connections',
    byAddress,
    (all) => mostOf(counts(all, ({ idle }) => idle)),
    CROWD * maxIdlePerAddress,
  );
}

const mostOf = (counts: readonly number[]): number => Math.max(0, ...counts);

interface AddressConnections {
  readonly held: Set<TrackedConnection>;
  idle: number;
}

/** `TrackedConnection.idleSince` of a connection with a request under way. */
const BUSY = Number.POSITIVE_INFINITY;

/** A connection, and since when it is idle. */
class TrackedConnection implements OpenConnection {
  readonly socket: Socket;
  readonly address: string;
  readonly ofAddress: AddressConnections;
  /** Time by `performance.now()`; `BUSY` while a request is under way. */
  idleSince = BUSY;
  /** Whether it has had a request. */
  isAnswered = false;
  private readonly onIdle: (held: TrackedConnection) => void;

  constructor(
    socket: Socket,
    address: string,
    ofAddress: AddressConnections,
    onIdle: (held: TrackedConnection) => void,
  ) {
    this.socket = socket;
    this.address = address;
    this.ofAddress = ofAddress;
    this.onIdle = onIdle;
  }

  busy(): void {
    if (this.idleSince === BUSY) return;
    this.idleSince = BUSY;
    this.isAnswered = true;
    this.ofAddress.idle--;
  }

  idle(since: number): void {
    if (this.idleSince !== BUSY || this.socket.destroyed) return;
    this.idleSince = since;
    this.ofAddress.idle++;
    this.onIdle(this);
  }

  leave(): void {
    this.busy();
    this.ofAddress.held.delete(this);
  }

  end(): void {
    this.busy();
    this.socket.destroy();
  }
}
