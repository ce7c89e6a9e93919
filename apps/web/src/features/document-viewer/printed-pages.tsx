import type { DocumentPage } from "@app/contract/documents";
import { useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { toast } from "#lib/toast.ts";

type PrintedPagesProps = { title: string; pages: readonly DocumentPage[]; onEnd: () => void };

/** The pictures of all pages, for paper only. They are loaded before the browser is asked to print. */
export function PrintedPages({ title, pages, onEnd }: PrintedPagesProps) {
  const [loaded, setLoaded] = useState(0);
  const isLoaded = loaded === pages.length;

  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isLoaded) return;
    addEventListener("afterprint", end, { once: true });
    print();
    return () => removeEventListener("afterprint", end);
  }, [isLoaded]);

  function fail(): void {
    toast.error("The pages could not be loaded. Please check your connection.");
    onEnd();
  }

  return (
    <>
      <p role="status" className="sr-only">
        {isLoaded ? "Printing" : `Preparing page ${loaded + 1} of ${pages.length} to print`}
      </p>
      {createPortal(
        <div data-printed className="hidden">
          {pages.map(({ page, images }) => (
            <img
              key={page}
              src={images.large}
              alt={`${title}, page ${page}`}
              onLoad={() => setLoaded((count) => count + 1)}
              onError={fail}
            />
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}

/** The browser would print its window, with one page of the document in it. @param onPrint null if printing is not allowed */
export function usePrintShortcut(onPrint: (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p";
    if (onPrint === null || !isPrint || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPrint();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
