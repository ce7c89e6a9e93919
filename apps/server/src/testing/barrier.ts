/** @returns waits until it was called `count` times, and never after that */
export function openBarrier(count: number): () => Promise<void> {
  const gate = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    if (++come === count) gate.resolve();
    return gate.promise;
  };
}
