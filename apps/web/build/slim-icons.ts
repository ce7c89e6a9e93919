import type { Plugin } from "vite";

/** What an icon is of its library's own making: contexts, aliases and names of classes that nobody here uses. */
const OWN_MAKING = "createElement(Icon, {";

/** The same picture with the same defaults, drawn at once. */
const SLIM = `
import { createElement } from "react";
const LOOK = {
  xmlns: "http://www.w3.org/2000/svg", fill: "none", stroke: "currentColor",
  strokeLinecap: "round", strokeLinejoin: "round", "aria-hidden": true,
};
const drawn = ([tag, attributes]) => createElement(tag, attributes);
export default ({ size: edge = 24, node }) => ({ size = 24, strokeWidth = 2, ...rest }) =>
  createElement(
    "svg",
    { ...LOOK, width: size, height: size, viewBox: \`0 0 \${edge} \${edge}\`, strokeWidth, ...rest },
    node.map(drawn),
  );
`;

/** Every page draws icons, and the library's way to draw one is larger than all the icons of a page. */
export function slimIcons(): Plugin {
  return {
    name: "fieldhouse:slim-icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/lucide-react/dist/esm/createLucideIcon.mjs")) return null;
      if (!code.includes(OWN_MAKING)) throw new Error("lucide-react makes its icons in another way than before");
      return { code: SLIM, map: null };
    },
  };
}
