import { PDFiumModule } from "@hyzyla/pdfium";

/** The functions of PDFium that we call; the package types only some. Pointers and handles are numbers. */
type Functions = {
  _FPDF_LoadMemDocument(bytes: number, sizeBytes: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_PageToDevice(page: number, ...values: number[]): number;
  _FPDF_RenderPageBitmap(bitmap: number, page: number, ...values: number[]): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): void;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDFFont_GetIsEmbedded(font: number): number;
  _FPDFLink_Enumerate(page: number, position: number, link: number): number;
  _FPDFLink_GetAnnotRect(link: number, rect: number): number;
  _FPDFLink_GetDest(document: number, link: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFAction_GetType(action: number): number;
  _FPDFAction_GetDest(document: number, action: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, buffer: number, sizeBytes: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, sizeBytes: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFBookmark_GetAction(bookmark: number): number;
  _FPDF_InitLibraryWithConfig(config: number): void;
};

export type Pdfium = Functions & {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  HEAPF32: Float32Array;
  wasmExports: { malloc(sizeBytes: number): number; free(pointer: number): void };
};

/** Version 2 of `FPDF_LIBRARY_CONFIG`: five fields of four bytes. */
const CONFIG_BYTES = 20;

/** Starts PDFium. This build has neither JavaScript nor XFA, and WebAssembly reaches no file and no network. */
export async function startPdfium(): Promise<Pdfium> {
  const module: unknown = await PDFiumModule({});
  const pdfium = module as Pdfium;
  const config = pdfium.wasmExports.malloc(CONFIG_BYTES);
  pdfium.HEAPU8.fill(0, config, config + CONFIG_BYTES);
  pdfium.HEAP32[config / 4] = 2;
  pdfium._FPDF_InitLibraryWithConfig(config);
  return pdfium;
}

/** Calls `work` with a piece of PDFium's memory, and frees it afterwards. */
export function withMemory<Result>(pdfium: Pdfium, sizeBytes: number, work: (pointer: number) => Result): Result {
  const pointer = pdfium.wasmExports.malloc(sizeBytes);
  if (pointer === 0) throw new RangeError("PDFium is out of memory");
  try {
    return work(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}
