import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Below this a compressed file saves less than the header that announces it. */
const SMALLEST_BYTES = 512;

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest|txt|vtt)$/;

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses one twice. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "fieldhouse:precompress",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        if (COMPRESSIBLE.test(name)) compress(path.join(folder, name));
    },
  };
}

function compress(file: string): void {
  const content = readFileSync(file);
  if (content.length < SMALLEST_BYTES) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
