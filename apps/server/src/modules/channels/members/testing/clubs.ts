import type { MemberRole } from "@app/contract/channel-roles";
import { teamRoutes } from "@app/contract/teams";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import type { TestApp } from "#testing/test-app.ts";

/** @returns makes a club that only its owner runs, two people, and what its owner does with them */
export function createClubs(testApp: TestApp) {
  const mails = createMailReader(testApp);
  let clubs = 0;
  const tokenTo = async (email: string) => mails.tokenOf(await mails.last(email), "team-invitation");

  return async () => {
    clubs += 1;
    const club = await testApp.person(`club${clubs}`, { plan: "Team" });
    const mia = await testApp.person(`mia${clubs}`);
    const leo = await testApp.person(`leo${clubs}`);
    const params = { id: club.channelId };
    const invite = (email: string, role: MemberRole, by = club) =>
      by.call(teamRoutes.invite, { params, body: { email, role } });
    return {
      club,
      mia,
      leo,
      mails,
      invite,
      tokenTo,
      async join(person: TestPerson, role: MemberRole): Promise<void> {
        await invite(person.email, role);
        await person.call(teamRoutes.accept, { body: { token: await tokenTo(person.email) } });
      },
      /** Newest first: who did what to whom. */
      async log(reader = club) {
        const { entries } = await reader.call(teamRoutes.log, { params });
        return entries.map((one) => [one.actor, one.action, one.subject]);
      },
    };
  };
}
