let names: Intl.DisplayNames | undefined;

/** @returns the language's name in English, 'Portuguese (Brazil)' for pt-BR */
export function languageName(tag: string): string {
  names ??= new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return names.of(tag) ?? tag;
}
