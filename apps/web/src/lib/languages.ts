/** @returns the language's name in English, 'Portuguese (Brazil)' for pt-BR */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
