import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "./api-error.ts";
import { toast } from "./toast.ts";

/** What the server has, as far as this page knows, for each query with changes under way. */
const savedStates = new WeakMap<object, unknown>();

/**
 * Shows changes before they are saved. The scope sends those of one name one after another, so that the last one wins,
 * and only the reply to the last one replaces what is shown. If that fails, what was saved last returns.
 */
export function useOptimistic<State>(mutationKey: readonly string[], queryKey: QueryKey) {
  const cache = useQueryClient();
  const query = () => cache.getQueryCache().find({ queryKey });
  const keepSaved = (state: unknown) => {
    const of = query();
    if (of) savedStates.set(of, state);
  };
  /** No other change is under way. */
  const isOnly = () => cache.isMutating({ mutationKey }) === 1;
  return {
    isOnly,
    show: async (toNext: (state: State) => State) => {
      if (isOnly()) keepSaved(cache.getQueryData(queryKey));
      await cache.cancelQueries({ queryKey });
      cache.setQueryData<State>(queryKey, (state) => state && toNext(state));
    },
    confirm: (state: State) => {
      keepSaved(state);
      if (isOnly()) cache.setQueryData(queryKey, state);
    },
    options: {
      mutationKey,
      scope: { id: mutationKey.join(".") },
      onError: (error: Error) => {
        toast.error(messageOf(error));
        if (!isOnly()) return;
        // At once, because without a connection nothing can be fetched.
        const of = query();
        if (of) cache.setQueryData(queryKey, savedStates.get(of));
        void cache.invalidateQueries({ queryKey });
      },
    },
  };
}
