import { type AddressInfo, createServer, type Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; source: string };

export type SmtpStandIn = {
  url: string;
  received: ReceivedMail[];
  stop(): Promise<void>;
};

/**
 * A mail server in memory that speaks as much SMTP as a client needs.
 * @param answers what to say instead of 'fine' to a command, by its first word; nothing at all when it is empty
 */
export async function openSmtpStandIn(answers: Record<string, string> = {}): Promise<SmtpStandIn> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    converse(socket, answers, received);
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

const FINE: Record<string, string> = {
  EHLO: "250 stand-in",
  DATA: "354 go on",
  QUIT: "221 bye",
};

function converse(socket: Socket, answers: Record<string, string>, received: ReceivedMail[]): void {
  let unread = "";
  let mail: ReceivedMail = { from: "", to: [], source: "" };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);

  function take(line: string): void {
    if (isData) {
      if (line !== ".") {
        // A line that begins with a dot came with two (RFC 5321, section 4.5.2).
        mail.source += `${line.replace(/^\.\./, ".")}\r\n`;
        return;
      }
      isData = false;
      received.push(mail);
      say(answers["."] ?? "250 taken");
      return;
    }
    const word = line.split(" ")[0]?.toUpperCase() ?? "";
    const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
    if (word === "MAIL") mail = { from: address, to: [], source: "" };
    if (word === "RCPT") mail.to.push(address);
    const answer = answers[word] ?? FINE[word] ?? "250 fine";
    isData = word === "DATA" && answer.startsWith("354");
    if (answer !== "") say(answer);
    if (word === "QUIT") socket.end();
  }

  say("220 stand-in");
  socket.on("data", (chunk: Buffer) => {
    const lines = (unread + chunk.toString("utf8")).split("\r\n");
    unread = lines.pop() ?? "";
    lines.forEach(take);
  });
}
