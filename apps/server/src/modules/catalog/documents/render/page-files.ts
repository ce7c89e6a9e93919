import type { DocumentFault } from "@app/contract/documents";

/** A line of the drawing process: it has opened the file, has drawn a page, or cannot. */
export type RenderEvent =
  | { pageCount: number }
  | {
      page: number;
      widthPx: number;
      heightPx: number;
      isReadable: boolean;
      lacksFont: boolean;
      /** False once the document has more text than is kept. */
      isTextKept: boolean;
    }
  | { fault: DocumentFault };

/** For the side panel, for a phone, and for a large screen. */
export const PAGE_WIDTHS = [240, 800, 1_600] as const;
export const OUTLINE_NAME = "outline.json";
