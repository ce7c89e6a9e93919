import { createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

export type FakeRedis = {
  url: string;
  /** Names of the commands that it was sent, in order. */
  seen: string[];
  /** Accepts connections and commands, and answers none, like a stopped process. */
  hang(): void;
  resume(): void;
  /** Refuses every write, as one whose memory is full. */
  setFull(isFull: boolean): void;
  /** Closes every connection and forgets everything. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

const OUT_OF_MEMORY = "-OOM command not allowed when used memory > 'maxmemory'.\r\n";

type Session = { isSignedIn: boolean; queued: string[][] | null; socket: Socket };
type Entry = { value: number; endsMs: number };

/** Speaks as much of Redis's protocol (RESP2) as the product uses. `npm run cluster` runs the real one. */
export async function startFakeRedis(password = "a password of the fake"): Promise<FakeRedis> {
  const port = await freePort();
  const entries = new Map<string, Entry>();
  const sockets = new Set<Socket>();
  const subscribers = new Set<Socket>();
  const seen: string[] = [];
  let held: (() => void)[] | null = null;
  let server: Server | null = null;
  let refusesWrites = false;

  function accept(socket: Socket): void {
    sockets.add(socket);
    const session: Session = { isSignedIn: false, queued: null, socket };
    let unread = "";
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
    socket.on("data", (bytes) => {
      const { commands, rest } = readCommands(unread + bytes.toString("latin1"));
      unread = rest;
      seen.push(...commands.map(([name = ""]) => name.toLowerCase()));
      const answer = () => {
        for (const command of commands) socket.write(respond(command, session), "latin1");
      };
      if (held === null) answer();
      else held.push(answer);
    });
  }

  function respond(command: string[], session: Session): string {
    const [name = "", ...args] = command;
    switch (name.toLowerCase()) {
      case "auth":
        session.isSignedIn = args.at(-1) === password;
        return session.isSignedIn ? "+OK\r\n" : "-WRONGPASS invalid username-password pair or user is disabled.\r\n";
      case "multi":
        session.queued = [];
        return "+OK\r\n";
      case "exec": {
        const queued = session.queued ?? [];
        session.queued = null;
        return `*${queued.length}\r\n${queued.map((one) => run(one)).join("")}`;
      }
      case "subscribe":
        subscribers.add(session.socket);
        return `*3\r\n${toBulk("subscribe")}${toBulk(args[0] ?? "")}:1\r\n`;
      case "ping":
        return subscribers.has(session.socket) ? `*2\r\n${toBulk("pong")}${toBulk("")}` : "+PONG\r\n";
      case "publish": {
        // One channel is enough.
        const message = `*3\r\n${toBulk("message")}${args.map(toBulk).join("")}`;
        for (const subscriber of subscribers) subscriber.write(message, "latin1");
        return `:${subscribers.size}\r\n`;
      }
      default:
        if (!session.isSignedIn) return "-NOAUTH Authentication required.\r\n";
        if (session.queued === null) return run(command);
        session.queued.push(command);
        return "+QUEUED\r\n";
    }
  }

  function run([name = "", key = "", ...args]: string[]): string {
    const entry = entries.get(key);
    const alive = entry && entry.endsMs > Date.now() ? entry : null;
    switch (name.toLowerCase()) {
      case "set":
        if (refusesWrites) return OUT_OF_MEMORY;
        // SET key 0 PX milliseconds NX
        if (alive) return "$-1\r\n";
        entries.set(key, { value: Number(args[0]), endsMs: Date.now() + Number(args[2]) });
        return "+OK\r\n";
      case "incr":
        if (refusesWrites) return OUT_OF_MEMORY;
        if (alive) alive.value += 1;
        return `:${alive?.value ?? 1}\r\n`;
      case "incrby":
        if (refusesWrites) return OUT_OF_MEMORY;
        if (alive) alive.value += Number(args[0]);
        return `:${alive?.value ?? 0}\r\n`;
      case "pttl":
        return `:${alive ? alive.endsMs - Date.now() : -2}\r\n`;
      case "info":
        return toBulk("redis_version:7.0.15\r\nloading:0\r\n");
      default:
        return "+OK\r\n";
    }
  }

  async function start(): Promise<void> {
    const listening = createServer(accept);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
  }

  await start();
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    seen,
    hang() {
      held ??= [];
    },
    resume() {
      const answers = held ?? [];
      held = null;
      for (const answer of answers) answer();
    },
    setFull(isFull) {
      refusesWrites = isFull;
    },
    async stop() {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
      server = null;
      for (const socket of sockets) socket.destroy();
      entries.clear();
      await closed;
    },
    start,
  };
}

function toBulk(text: string): string {
  return `$${text.length}\r\n${text}\r\n`;
}

/** Commands are arrays of strings with their lengths. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (let read = readCommand(rest); read !== null; read = readCommand(rest)) {
    commands.push(read.command);
    rest = rest.slice(read.length);
  }
  return { commands, rest };
}

/** @returns null: it is not complete yet */
function readCommand(text: string): { command: string[]; length: number } | null {
  const [head = "", count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (count === undefined) return null;
  const command: string[] = [];
  let at = head.length;
  while (command.length < Number(count)) {
    const [line = "", length] = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20)) ?? [];
    const end = at + line.length + Number(length) + 2;
    if (length === undefined || end > text.length) return null;
    command.push(text.slice(at + line.length, end - 2));
    at = end;
  }
  return { command, length: at };
}
