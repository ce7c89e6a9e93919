/**
 * The fields of a form as multipart text, as the server reads them: null is an empty part, lists and
 * numbers are JSON text, and what is not given is left out.
 */
export function toFormData(fields: object): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    data.set(name, value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  }
  return data;
}
