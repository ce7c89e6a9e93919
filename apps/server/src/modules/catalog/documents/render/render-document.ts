import { fileURLToPath } from "node:url";
import { DOCUMENT_TEXT_MAX_CHARS } from "@app/contract/document-limits";
import { DOCUMENT_FAULTS, type DocumentFault } from "@app/contract/documents";
import { runProgram } from "#modules/catalog/media/pipeline/run-program.ts";
import { MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import type { ProgramLimits } from "#platform/sandboxed-process.ts";
import type { RenderEvent } from "./page-files.ts";

const CHILD = fileURLToPath(new URL("./render-child.ts", import.meta.url));
const GIB = 1024 ** 3;
const WASM_PAGE_BYTES = 64 * 1024;
/** PDFium's own memory: the largest document and one picture of 100 megapixels. */
const PDFIUM_MEMORY_BYTES = GIB / 2;
/** Node reserves 2 GB of address space that it never uses; its threads reserve more. */
const MEMORY_BYTES = 4 * GIB;
/** The largest picture of a page takes 4 MB; the words of a page take less. */
const FILE_BYTES = 32 * 1024 ** 2;
const NICENESS = 10;
const INSPECT_CPU_S = 20;
const STOP_SIGNALS = new Set<NodeJS.Signals | null>(["SIGTERM", "SIGINT", "SIGHUP"]);
/** Of a V8 that is out of memory, as the program that applies the limits reports it. */
const ABORTED = 134;

type Where = {
  /** Private, with the PDF in it under the name `SOURCE_NAME`. */
  folder: string;
  searchPath: string;
  signal: AbortSignal;
  limits?: Partial<ProgramLimits>;
  textMaxChars?: number;
};

export type RenderedPage = Extract<RenderEvent, { page: number }>;

type Handlers = {
  /** The page's files are in the folder. */
  onPage(page: RenderedPage): void;
};

/** Opens a PDF without drawing it. @throws MediaFault in words for its owner */
export async function inspectDocument(where: Where): Promise<{ pageCount: number }> {
  let pageCount = 0;
  await run("inspect", { ...where, limits: { cpuS: INSPECT_CPU_S, ...where.limits } }, (event) => {
    if ("pageCount" in event) pageCount = event.pageCount;
  });
  return { pageCount };
}

/**
 * Draws every page of a PDF, in order, in a process of its own: without network, with limits on CPU time and memory.
 * @param pageCount as `inspectDocument` found it
 * @throws MediaFault in words for its owner
 */
export async function renderDocument(where: Where, pageCount: number, { onPage }: Handlers): Promise<void> {
  await run("render", { ...where, limits: { cpuS: toCpuS(pageCount), ...where.limits } }, (event) => {
    if ("page" in event) onPage(event);
  });
}

/** A page of text takes 0.3 s, one with large pictures about 2 s. */
function toCpuS(pageCount: number): number {
  return 30 + 3 * pageCount;
}

async function run(
  task: "inspect" | "render",
  { folder, searchPath, signal, limits, textMaxChars = DOCUMENT_TEXT_MAX_CHARS }: Where,
  onEvent: (event: RenderEvent) => void,
): Promise<void> {
  let fault: DocumentFault | null = null;
  const { exitCode, endedBy, stderr } = await runProgram({
    program: process.execPath,
    args: [
      // Otherwise every WebAssembly memory reserves 10 GB of address space.
      "--disable-wasm-trap-handler",
      `--wasm-max-mem-pages=${PDFIUM_MEMORY_BYTES / WASM_PAGE_BYTES}`,
      "--max-old-space-size=256",
      CHILD,
      task,
      String(textMaxChars),
    ],
    searchPath,
    folder,
    signal,
    limits: { cpuS: INSPECT_CPU_S, memoryBytes: MEMORY_BYTES, fileBytes: FILE_BYTES, niceness: NICENESS, ...limits },
    onLine: (line) => {
      const event: RenderEvent = JSON.parse(line);
      if ("fault" in event) fault = event.fault;
      else onEvent(event);
    },
  });
  if (fault !== null) throw new MediaFault(DOCUMENT_FAULTS[fault]);
  if (exitCode === 0) return;
  if (STOP_SIGNALS.has(endedBy)) throw new Error("the drawing process was stopped by a signal");
  // A limit or a crash: both come from the file.
  if (endedBy !== null || exitCode === ABORTED) throw new MediaFault(DOCUMENT_FAULTS.tooComplex);
  throw new Error(`the drawing process ended with ${exitCode}: ${stderr}`);
}
