import { About } from "#features/channels/about.tsx";
import { late } from "#lib/late.tsx";
import { orOffline } from "#lib/or-offline.ts";
import { LoadError } from "#ui/load-error.tsx";

/** One's own page alone has it: nobody else fetches what it is edited with. Until it is there it reads as others see it. */
export const { Late: OwnAbout } = late(async () => (await orOffline(import("./own-about.tsx"))).OwnAbout, About, {
  Lost: LoadError,
});
