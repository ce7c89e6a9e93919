/** @returns the path of every field that holds something, as the form and the server name it: `offers.0.college_name` */
export function pathsOf(values: object, above = ""): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const path = `${above}${name}`;
    const isNested = typeof value === "object" && value !== null;
    return isNested ? [path, ...pathsOf(value, `${path}.`)] : [path];
  });
}
