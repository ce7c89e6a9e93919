import { findInWords } from "@app/contract/document-search";
import type { documentText, PageBox, PageLink, PageWord } from "@app/contract/documents";
import { queryOptions } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type CSSProperties, memo } from "react";
import type { z } from "zod";
import { call } from "#lib/api.ts";

/** Boxes on a page are in ten-thousandths of its width and height. */
const UNITS_PER_CENT = 100;
/** The text is laid out once for a page of this width, and scaled with the page. */
const LAYOUT_WIDTH_PX = 1_000;
const FONT = "sans-serif";
const MEASURED_AT_PX = 100;

export type Highlight = { query: string /** Number of the current hit on this page; -1 for none. */; current: number };

type PageLayersProps = {
  text: PageText;
  page: { widthPx: number; heightPx: number };
  highlight: Highlight | null;
  onGoTo: (page: number) => void;
};

/** Above the picture of a page: its hits, its words, which can be selected and read aloud, and its links. */
export function PageLayers({ text, page, highlight, onGoTo }: PageLayersProps) {
  return (
    <>
      {highlight && <Hits words={text.words} highlight={highlight} />}
      <Words words={text.words} aspect={page.heightPx / page.widthPx} scale={page.widthPx / LAYOUT_WIDTH_PX} />
      {text.links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        <LinkArea key={index} link={link} words={text.words} onGoTo={onGoTo} />
      ))}
    </>
  );
}

function Hits({ words, highlight }: { words: readonly PageWord[]; highlight: Highlight }) {
  const hits = findInWords(words, highlight.query);
  return (
    <div
      aria-hidden
      data-theme="dark"
      className="pointer-events-none absolute inset-0 mix-blend-multiply forced-color-adjust-none"
    >
      {hits.flatMap(({ first, last }, hit) =>
        words.slice(first, last + 1).map(({ box }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a page never change
            key={`${hit} ${first + index}`}
            data-hit={hit === highlight.current ? "current" : "other"}
            className={clsx("absolute rounded-xs", hit === highlight.current ? "bg-clay" : "bg-gold")}
            style={toStyle(box)}
          />
        )),
      )}
    </div>
  );
}

type WordsProps = { words: readonly PageWord[]; aspect: number; scale: number };

/** Transparent text, each word stretched to the width that it has in the picture. */
function Words({ words, aspect, scale }: WordsProps) {
  return (
    <div
      className="absolute top-0 left-0 origin-top-left text-transparent forced-color-adjust-none selection:bg-accent/30 selection:text-transparent"
      style={{ width: LAYOUT_WIDTH_PX, height: LAYOUT_WIDTH_PX * aspect, transform: `scale(${scale})` }}
    >
      <LaidOutWords words={words} aspect={aspect} />
    </div>
  );
}

const LaidOutWords = memo(function LaidOutWords({ words, aspect }: Omit<WordsProps, "scale">) {
  return words.map((word, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a page never change
      key={index}
      className="absolute origin-top-left whitespace-pre leading-none"
      style={toWordStyle(word, aspect)}
    >
      {word.text}
      {word.ends_line ? "\n" : " "}
    </span>
  ));
});

function toWordStyle({ box: [left, top, width, height], text }: PageWord, aspect: number): CSSProperties {
  const toPx = (units: number) => (units / 10_000) * LAYOUT_WIDTH_PX;
  const fontPx = Math.max(1, toPx(height) * aspect);
  const stretch = toPx(width) / Math.max(1, measure(text) * (fontPx / MEASURED_AT_PX));
  return {
    left: toPx(left),
    top: toPx(top) * aspect,
    fontFamily: FONT,
    fontSize: fontPx,
    transform: `scaleX(${stretch})`,
  };
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Width of a text at `MEASURED_AT_PX`. */
function measure(text: string): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return text.length * MEASURED_AT_PX * 0.5;
  canvas.font = `${MEASURED_AT_PX}px ${FONT}`;
  return canvas.measureText(text).width;
}

type LinkAreaProps = { link: PageLink; words: readonly PageWord[]; onGoTo: (page: number) => void };

function LinkArea({ link: { box, page, url }, words, onGoTo }: LinkAreaProps) {
  const name = wordsIn(words, box);
  const props = {
    className: "absolute rounded-xs hover:bg-accent/15 focus-visible:bg-accent/15",
    style: toStyle(box),
  };
  if (page !== null)
    return (
      <button type="button" {...props} aria-label={`${name || "Link"}, to page ${page}`} onClick={() => onGoTo(page)} />
    );
  if (url === null) return null;
  return (
    <a {...props} href={url} target="_blank" rel="noopener nofollow ugc" title={url}>
      <span className="sr-only">{name || url}</span>
    </a>
  );
}

/** The words whose middle is in a box. */
function wordsIn(words: readonly PageWord[], [left, top, width, height]: PageBox): string {
  const isInside = ({ box: [x, y, w, h] }: PageWord) =>
    x + w / 2 >= left && x + w / 2 <= left + width && y + h / 2 >= top && y + h / 2 <= top + height;
  return words
    .filter(isInside)
    .map(({ text }) => text)
    .join(" ");
}

function toStyle([left, top, width, height]: PageBox): CSSProperties {
  const toCss = (units: number) => `${units / UNITS_PER_CENT}%`;
  return { left: toCss(left), top: toCss(top), width: toCss(width), height: toCss(height) };
}

/** How many pages' text is read at once. */
const WINDOW = 10;

type PageText = { words: PageWord[]; links: PageLink[] };

/** A document as its file is now. The words of another version belong to other pages. */
export type DocumentSource = { contentId: string; version: string };

type TextWindow = z.output<typeof documentText>;

/**
 * The text of the pages around one.
 * @param pageCount how many pages can be read so far: the text of a window grows with them
 */
export function textAround({ contentId, version }: DocumentSource, page: number, pageCount: number) {
  const from = Math.floor((page - 1) / WINDOW) * WINDOW + 1;
  const stored = Math.min(pageCount, from + WINDOW - 1);
  return queryOptions({
    queryKey: ["document-text", contentId, version, from, stored],
    queryFn: ({ signal }): Promise<TextWindow> =>
      call("GET /content/:id/document-text", { params: { id: contentId }, query: { from, count: WINDOW } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function textOfPage(window: TextWindow | undefined, page: number): PageText | null {
  return window?.pages.find((text) => text.page === page) ?? null;
}

/**
 * How often each page contains a text.
 * @param isComplete all pages can be read; until then, an answer knows only those that can
 */
export function hitsInDocument({ contentId, version }: DocumentSource, query: string, isComplete: boolean) {
  return queryOptions({
    queryKey: ["document-hits", contentId, version, query, isComplete],
    queryFn: ({ signal }) =>
      call("GET /content/:id/document-search", { params: { id: contentId }, query: { q: query } }, signal),
    enabled: query !== "",
    staleTime: 60_000,
    // What was found in the first pages stays until all are searched.
    placeholderData: (before, earlier) =>
      earlier?.queryKey[2] === version && earlier.queryKey[3] === query ? before : undefined,
  });
}
