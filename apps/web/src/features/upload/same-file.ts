import type { OpenUpload } from "@app/contract/uploads";

type Named = Pick<OpenUpload, "file_name" | "size_bytes">;

/** A browser cannot open a file again by itself; whoever chooses it again has to choose the same one. */
export function isSameFile(file: Pick<File, "name" | "size">, open: Named): boolean {
  return file.size === open.size_bytes && plainName(file.name) === open.file_name;
}

/** As the server writes names down. */
function plainName(name: string): string {
  return name.replace(/\p{C}/gu, "").trim().slice(0, 200);
}
