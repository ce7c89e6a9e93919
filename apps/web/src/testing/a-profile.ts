import type { ProfileView } from "@app/contract/profile";

/** Of a General User. */
export function aProfile(changes: Partial<ProfileView> = {}): ProfileView {
  return {
    id: "0190a1b2-0000-7000-8000-000000000001" as ProfileView["id"],
    user_type: "General User",
    plan: null,
    username: "maya",
    email: "maya@people.test",
    full_name: "Maya",
    phone: null,
    gender: null,
    date_of_birth: null,
    profile_url: null,
    cover_url: null,
    bio: "",
    channel: { id: "0190a1b2-0000-7000-8000-000000000009" as ProfileView["channel"]["id"], name: "Maya" },
    earner: null,
    deactivated: null,
    ...changes,
  };
}
