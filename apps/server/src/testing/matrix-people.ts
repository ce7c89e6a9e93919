import { anyName, LINK, type MatrixLine, MEMBERS, NOBODY, OPEN, UNCONFIRMED, USELESS_LINK } from "./matrix-words.ts";
import { PASSWORD, toDevice, toLogin, toSignUp } from "./people.ts";

/** The keys of a browser's subscription: the example of RFC 8291. */
const PUSH_KEYS = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const OWN_CHANNEL = {
  of: "channel",
  ...NOBODY,
  general: "200 404 404 404",
  earner: "200 404 404 404",
  staff: "200 404 404 404",
} as const;
const NO_TEAM = {
  of: "channel",
  ...NOBODY,
  general: "404 404 404 404",
  earner: "404 404 404 404",
  staff: "404 404 404 404",
} as const;

/** People and their accounts. */
export const PEOPLE_LINES: Record<string, MatrixLine> = {
  "accounts.login": {
    of: null,
    ...OPEN,
    body: () => toLogin(anyName(), "not-it"),
    visitor: "422",
    general: "422",
    earner: "422",
    staff: "422",
  },
  // Decided by the cookie, which no request here sends.
  "accounts.refresh": { of: null, visitor: "401", general: "401", earner: "401", staff: "401", removed: "401" },
  "accounts.logout": { of: null, ...MEMBERS },
  "accounts.devices": { of: null, ...MEMBERS },
  "accounts.removeDevice": {
    of: "device",
    visitor: "- - 401 401",
    general: "200 - 404 404",
    earner: "200 - 404 404",
    staff: "200 - 404 404",
    removed: "401 - 401 401",
  },
  "accounts.register": { of: null, ...OPEN, body: () => toSignUp(anyName()) },
  // Decided by the browser's cookie, which no request here sends.
  "signUpDrafts.one": { of: null, ...OPEN },
  "signUpDrafts.continue": { of: null, ...USELESS_LINK, body: () => ({ email: "nobody@people.test" }) },
  "signUpDrafts.keep": {
    of: null,
    ...OPEN,
    body: () => ({ email: "", username: "", date_of_birth: "", phone: "+1", gender: null }),
  },
  "signUpDrafts.forget": { of: null, ...OPEN },
  "accounts.sendVerification": { of: null, ...OPEN, body: () => ({ email_or_username: anyName() }) },
  "accounts.verifyEmail": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, ...toDevice() }),
  },
  // Decided by the sign-up cookie, which no request here sends.
  "accounts.signUp": { of: null, ...OPEN },
  "accounts.correctEmail": { of: null, ...USELESS_LINK, body: () => ({ email: `${anyName()}@people.test` }) },
  "accounts.verifyCode": { of: null, ...USELESS_LINK, body: () => ({ code: "1234 5678", ...toDevice() }) },
  "accounts.claimSignUp": {
    of: null,
    ...USELESS_LINK,
    body: () => ({
      token: LINK,
      date_of_birth: "2000-02-29",
      ...toDevice(),
      password: "Right-Horse-2",
      password_confirmation: "Right-Horse-2",
    }),
  },
  "accounts.disownSignUp": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "accounts.forgotPassword": { of: null, ...OPEN, body: () => ({ email_or_username: anyName() }) },
  "accounts.resetPassword": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" }),
  },
  "accounts.sendSignInLink": { of: null, ...OPEN, body: () => ({ email_or_username: anyName() }) },
  "accounts.signInByLink": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, device_id: toLogin("", "").device_id, device_name: "", ip_address: null }),
  },
  "accounts.changePassword": {
    of: null,
    ...MEMBERS,
    body: () => ({ current_password: PASSWORD, password: "Right-Horse-2", password_confirmation: "Right-Horse-2" }),
  },
  "accounts.changeEmail": {
    of: null,
    ...MEMBERS,
    body: () => ({ email: `${anyName()}@people.test`, password: PASSWORD }),
  },
  // No account here has requested a change.
  "accounts.resendChangeEmail": {
    of: null,
    visitor: "401",
    general: "409",
    earner: "409",
    staff: "409",
    removed: "401",
  },
  "accounts.pendingEmail": { of: null, ...MEMBERS },
  "accounts.cancelChangeEmail": { of: null, ...MEMBERS },
  "accounts.confirmChangeEmail": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "accounts.removeOtherDevices": { of: null, ...MEMBERS },
  "accounts.confirmPassword": { of: null, ...MEMBERS, body: () => ({ password: PASSWORD }) },
  "accounts.deleteUser": { of: null, ...UNCONFIRMED },
  "twoFactor.one": { of: null, ...MEMBERS },
  "twoFactor.begin": { of: null, ...UNCONFIRMED },
  // No account here has started; staff have it already.
  "twoFactor.enable": {
    of: null,
    body: () => ({ code: "123456" }),
    visitor: "401",
    general: "409",
    earner: "409",
    staff: "409",
    removed: "401",
  },
  "twoFactor.disable": { of: null, ...UNCONFIRMED, body: () => ({ code: "123456" }) },
  "twoFactor.renewRecoveryCodes": { of: null, ...UNCONFIRMED, body: () => ({ code: "123456" }) },
  "preferences.notifications": { of: null, ...MEMBERS },
  "preferences.setNotification": {
    of: null,
    ...MEMBERS,
    body: () => ({ kind: "comment", bell: true, email: "off", push: false }),
  },
  "preferences.deliveries": { of: null, ...MEMBERS },
  "preferences.setDeliveries": { of: null, ...MEMBERS, body: () => ({ time_zone: "Europe/Berlin", digest_hour: 7 }) },
  "webPush.one": { of: null, ...MEMBERS },
  "webPush.subscribe": {
    of: null,
    ...MEMBERS,
    body: () => ({ endpoint: "https://push.example.org/a", ...PUSH_KEYS }),
  },
  "webPush.unsubscribe": { of: null, ...MEMBERS },
  // Nobody here is subscribed.
  "webPush.test": { of: null, ...MEMBERS, general: "409", earner: "409", staff: "409" },
  "unsubscribe.show": { of: null, ...USELESS_LINK },
  "unsubscribe.confirm": { of: null, ...USELESS_LINK },
  "preferences.privacy": { of: null, ...MEMBERS },
  "preferences.setPrivacy": { of: null, ...MEMBERS, body: () => ({ shows_gpa: null }) },
  "exports.one": { of: null, ...MEMBERS },
  "exports.ask": { of: null, ...UNCONFIRMED },
  "profile.one": { of: null, ...MEMBERS },
  "profile.update": { of: null, ...MEMBERS, body: () => ({ channel_name: "Another name" }) },
  // The picture here is one pixel wide.
  "profile.uploadCover": { of: null, ...MEMBERS, general: "422", earner: "422", staff: "422" },
  "profile.updateChannel": {
    of: "channel",
    ...NOBODY,
    visitor: "401 401 401 401",
    general: "200 404 404 404",
    earner: "200 404 404 404",
    staff: "200 404 404 404",
    body: () => ({ channel_name: "Another name" }),
  },
  // The picture here is one pixel wide.
  "profile.uploadChannelCover": {
    of: "channel",
    ...NOBODY,
    visitor: "401 401 401 401",
    general: "422 404 404 404",
    earner: "422 404 404 404",
    staff: "422 404 404 404",
  },
  "blocks.block": {
    of: "channel",
    ...NOBODY,
    // Nobody blocks themselves.
    general: "422 200 200 404",
    earner: "422 200 200 404",
    staff: "422 200 200 404",
  },
  "blocks.unblock": {
    of: "channel",
    ...NOBODY,
    general: "200 200 200 404",
    earner: "200 200 200 404",
    staff: "200 200 200 404",
  },
  "blocks.list": { of: null, ...MEMBERS },
  // The channels of others here have no team that the caller is in.
  "teams.show": OWN_CHANNEL,
  "teams.log": OWN_CHANNEL,
  // No caller here has a plan for teams.
  "teams.invite": {
    ...OWN_CHANNEL,
    general: "409 404 404 404",
    earner: "409 404 404 404",
    staff: "409 404 404 404",
    body: () => ({ email: `${anyName()}@people.test`, role: "manager" }),
  },
  "teams.revoke": NO_TEAM,
  "teams.changeRole": { ...NO_TEAM, body: () => ({ role: "manager" }) },
  "teams.remove": NO_TEAM,
  "teams.invitation": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "teams.accept": {
    of: null,
    body: () => ({ token: LINK }),
    visitor: "401",
    general: "410",
    earner: "410",
    staff: "410",
    removed: "401",
  },
  // A room of no caller here; `live/access.test.ts` tests the caller's own.
  "live.broadcast": {
    of: null,
    ...MEMBERS,
    body: () => ({ socket_id: "1.1", channel_name: "private-user.00000000-0000-4000-8000-000000000000" }),
    general: "403",
    earner: "403",
    staff: "403",
  },
};
