/** @throws Error `work` takes longer; it goes on, and what becomes of it is ignored */
export async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`no answer within ${limitMs} ms`)), limitMs).unref();
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
