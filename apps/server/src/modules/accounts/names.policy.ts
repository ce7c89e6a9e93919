/** An e-mail address as it is compared: Unicode normal form C, lower case. No guess about plus signs or dots. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

/** A username as it is compared. Usernames are ASCII, so look-alikes are digits and letters of the same shape. */
export function usernameKey(username: string): string {
  return username.trim().normalize("NFKC").toLowerCase();
}

/** @returns the key under which the one field of the Sign In form finds an account */
export function signInKey(emailOrUsername: string): string {
  return emailOrUsername.includes("@") ? emailKey(emailOrUsername) : usernameKey(emailOrUsername);
}
