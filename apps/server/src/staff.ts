import { runStaffCommand } from "./staff-commands.ts";

/** `npm run staff`: commands for operators, such as creating the first admin. Works while the product runs. */
try {
  process.stdout.write(`\n${await runStaffCommand(process.argv.slice(2), process.env)}\n\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
