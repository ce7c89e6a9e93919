/** Where the pictures of one shared thing lie. An address is the same however its letters are typed. */
export function shareFolder(kind: string, id: string): string {
  return `shares/${kind}/${id.toLowerCase()}/`;
}
