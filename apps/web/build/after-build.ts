import path from "node:path";
import type { Plugin } from "vite";

/** Acts on the folder of the built page once all of its files are there. */
export function afterBuild(name: string, act: (folder: string) => void): Plugin {
  let folder = "";
  return {
    name: `fieldhouse:${name}`,
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: () => act(folder),
  };
}
