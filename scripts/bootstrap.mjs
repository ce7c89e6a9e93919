#!/usr/bin/env node
import { COMMANDS } from "./bootstrap/commands.mjs";
// Sets up what is missing and runs one command of the project. Plain JavaScript for Node 20 and newer, without
// packages, because it installs them.
import { ensureNode } from "./bootstrap/node.mjs";
import { ensurePackages } from "./bootstrap/packages.mjs";
import { ensurePage } from "./bootstrap/page.mjs";
import { ensureChromium, ensureFfmpeg, ensureSpeechModel } from "./bootstrap/programs.mjs";
import { fail, SetupError } from "./bootstrap/say.mjs";

const [name = "start", ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) fail(`There is no command “${name}”. Known: ${Object.keys(COMMANDS).join(", ")}.`);

try {
  const node = ensureNode();
  ensurePackages(node, { isBesideProduct: command.isBesideProduct ?? false });
  const programs = {
    ...(command.needs.includes("ffmpeg") ? ensureFfmpeg({ isRequired: name !== "start" && name !== "dev" }) : {}),
    ...(command.needs.includes("chromium") ? ensureChromium() : {}),
  };
  if (command.needs.includes("speech-model")) ensureSpeechModel();
  if (command.needs.includes("page")) ensurePage(node);
  process.exitCode = await command.run({ node, programs, args });
} catch (error) {
  if (error instanceof SetupError) fail(error.message);
  throw error;
}
