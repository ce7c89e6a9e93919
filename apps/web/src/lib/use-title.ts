import { BRAND } from "@app/contract/brand";
import { useEffect } from "react";

/** Sets the document title to `X · Fieldhouse`. @param title empty for the brand alone, null to leave it unchanged */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === "" ? BRAND.name : `${title} · ${BRAND.name}`;
  }, [title]);
}
