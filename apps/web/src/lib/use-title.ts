import { BRAND } from "@app/contract/brand";
import { useEffect } from "react";

/** Names the page in the tab and in the history: `X · Fieldhouse`. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === "" ? BRAND.name : `${title} · ${BRAND.name}`;
  }, [title]);
}
