import { FILM_ROOM_HASH } from "@app/contract/paths";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

/** A notification of a note leads into the film room. Once it is closed, the same link opens it again. */
export function useFilmRoomOpen(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [isOpen, setOpen] = useState(hash === FILM_ROOM_HASH);
  const [lastHash, setLastHash] = useState(hash);
  if (hash !== lastHash) {
    setLastHash(hash);
    if (hash === FILM_ROOM_HASH) setOpen(true);
  }
  return [
    isOpen,
    (isNow) => {
      setOpen(isNow);
      if (!isNow && hash === FILM_ROOM_HASH)
        void navigate({ to: ".", hash: "", search: true, replace: true, resetScroll: false });
    },
  ];
}
