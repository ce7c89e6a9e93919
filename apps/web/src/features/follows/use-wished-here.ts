import { useEffect, useState } from "react";
import { useWishes } from "./follow-wishes.ts";

/** Of each channel that was followed or unfollowed since this was first shown: whether it is followed. */
export function useWishedHere(): ReadonlyMap<string, boolean> {
  const [wished, setWished] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(
    () =>
      useWishes.subscribe(({ byChannel }) => {
        const now = Object.entries(byChannel).map(([id, { wish }]) => [id, wish] as const);
        setWished((before) => new Map([...before, ...now]));
      }),
    [],
  );
  return wished;
}
