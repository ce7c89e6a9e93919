import { type Node, walk } from "estree-walker";
import { type Plugin, parseAst } from "vite";

/** Parts of hls.js that none of our playlists ask for: encryption, measuring for others, ads, other servers, thumbnails. */
const UNUSED = [
  "emeController",
  "cmcdController",
  "contentSteeringController",
  "interstitialsController",
  "iframeController",
];

/**
 * How it reads segments of other kinds than ours, which are fragmented mp4 and are passed on as they are. The last line
 * looks at pictures for a fast look ahead, which our playlists have not.
 */
const OTHER_SEGMENTS: [said: RegExp, instead: string][] = [
  [/, \{\n\s+demux: (?:TS|AAC|MP3)Demuxer,\n\s+remux: MP4Remuxer\n\}/g, ""],
  [/\n\{\n\s+muxConfig\.splice\(2, 0, \{\n\s+demux: AC3Demuxer,\n\s+remux: MP4Remuxer\n\s+\}\);\n\}/g, ""],
  [/ && TSDemuxer\.probe\(initSegmentData, this\.logger\)/g, " && false"],
];

/** Calls of `this.log`, `logger.warn`, `this.hls.logger.debug` and the like. */
const LEVELS = /^(?:log|warn|debug|info)$/;
const LOGGER = /^(?:(?:this\.)?(?:hls\.)?logger|this)$/;

/**
 * Its default settings name every part, so that no bundler can leave one out; without the names they fall away.
 * Its light build leaves out too much: sound that is a rendition of its own, as ours is.
 */
export function slimHls(): Plugin {
  return {
    name: "fieldhouse:slim-hls",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/hls.js/dist/hls.mjs")) return null;
      return withoutLog(OTHER_SEGMENTS.reduce(withOnlyOurs, UNUSED.reduce(withoutPart, code)));
    },
  };
}

function withoutPart(code: string, part: string): string {
  const named = new RegExp(`^(\\s+${part}: )[A-Z]\\w+(?=\\s*,?$)`, "m");
  if (!named.test(code)) throw new Error(`hls.js no longer has ${part} among its default settings`);
  return code.replace(named, "$1undefined");
}

function withOnlyOurs(code: string, [said, instead]: (typeof OTHER_SEGMENTS)[number]): string {
  if (code.search(said) === -1) throw new Error(`hls.js no longer says ${said.source}`);
  return code.replace(said, instead);
}

/** Five hundred sentences for a log that is off; it puts each together all the same. */
function withoutLog(code: string): string {
  const said: { start: number; end: number }[] = [];
  walk(parseAst(code) as Node, {
    enter(node) {
      if (node.type !== "ExpressionStatement" || node.expression.type !== "CallExpression") return;
      const { callee } = node.expression;
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (LEVELS.test(callee.property.name) && LOGGER.test(textOf(code, callee.object))) said.push(placeOf(node));
    },
  });
  if (said.length < 400) throw new Error("hls.js now writes its log in another way");
  // As long as before: all else stays where the parser has seen it.
  return said.reduce((rest, { start, end }) => rest.slice(0, start) + ";".padEnd(end - start) + rest.slice(end), code);
}

function textOf(code: string, node: Node): string {
  const { start, end } = placeOf(node);
  return code.slice(start, end);
}

/** The parser says where a node stands; the types of ESTree do not. */
function placeOf(node: Node): { start: number; end: number } {
  return node as unknown as { start: number; end: number };
}
