/** Providers of throwaway addresses. Referrals from them are reviewed, not refused. */
const DOMAINS = new Set(
  `
  0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com burnermail.io byom.de cock.li
  crazymailing.com deadaddress.com discard.email discardmail.com dispostable.com dropmail.me emailfake.com
  emailondeck.com fakeinbox.com fakemail.net fakemailgenerator.com filzmail.com getairmail.com getnada.com
  grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com inboxkitten.com incognitomail.org
  jetable.org linshiyouxiang.net mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com mailinator.com
  mailinator.net mailnesia.com mailnull.com mailsac.com mailtemp.info minutemail.com mintemail.com mohmal.com
  moakt.com mytemp.email mytrashmail.com nada.email nowmymail.com sharklasers.com shortmail.net sneakemail.com
  spam4.me spambog.com spambox.us spamex.com spamgourmet.com temp-mail.io temp-mail.org tempail.com
  tempinbox.com tempmail.com tempmail.dev tempmail.net tempmailo.com tempr.email throwawaymail.com
  trash-mail.com trashmail.com trashmail.de trashmail.net trbvm.com wegwerfmail.de yopmail.com yopmail.fr
  yopmail.net
`
    .trim()
    .split(/\s+/),
);

/** Whether the domain of the address, or a parent domain, belongs to such a provider. */
export function isDisposableEmail(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, from) => DOMAINS.has(labels.slice(from).join(".")));
}
