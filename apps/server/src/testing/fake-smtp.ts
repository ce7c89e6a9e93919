import { type AddressInfo, createServer, type Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; source: string };

export type FakeSmtp = {
  url: string;
  received: ReceivedMail[];
  stop(): Promise<void>;
};

/**
 * A fake mail server with as much SMTP as a client needs.
 * @param replies the reply to a command, by its first word, instead of success; empty: no reply
 */
export async function createFakeSmtp(replies: Record<string, string> = {}): Promise<FakeSmtp> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    converse(socket, replies, received);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const DEFAULTS: Record<string, string> = {
  EHLO: "250 fake",
  DATA: "354 continue",
  QUIT: "221 bye",
};

function converse(socket: Socket, replies: Record<string, string>, received: ReceivedMail[]): void {
  let unread = "";
  let mail: ReceivedMail = { from: "", to: [], source: "" };
  let isData = false;
  const send = (line: string) => socket.write(`${line}\r\n`);

  function onLine(line: string): void {
    if (isData) {
      if (line !== ".") {
        // Clients double a leading dot (RFC 5321, section 4.5.2).
        mail.source += `${line.replace(/^\.\./, ".")}\r\n`;
        return;
      }
      isData = false;
      received.push(mail);
      send(replies["."] ?? "250 OK");
      return;
    }
    const word = line.split(" ")[0]?.toUpperCase() ?? "";
    const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (word === "MAIL") mail = { from: address, to: [], source: "" };
    if (word === "RCPT") mail.to.push(address);
    const reply = replies[word] ?? DEFAULTS[word] ?? "250 OK";
    isData = word === "DATA" && reply.startsWith("354");
    if (reply !== "") send(reply);
    if (word === "QUIT") socket.end();
  }

  send("220 fake");
  socket.on("data", (chunk: Buffer) => {
    const lines = (unread + chunk.toString("utf8")).split("\r\n");
    unread = lines.pop() ?? "";
    lines.forEach(onLine);
  });
}
