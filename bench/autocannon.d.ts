/** The part of autocannon 9 that we use; the package has no types. */
declare module "autocannon" {
  type Request = { method?: string; path: string; headers?: Record<string, string>; body?: string };
  type Client = { setRequests(requests: readonly Request[]): void };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** The total of all connections, instead of `duration`. */
    amount?: number;
    setupClient(client: Client): void;
  };
  type Result = { errors: number; timeouts: number };
  type Run = Promise<Result> & {
    on(event: "response", listener: (client: Client, status: number, bytes: number, tookMs: number) => void): void;
    stop(): void;
  };
  const autocannon: (options: Options) => Run;
  export = autocannon;
}
