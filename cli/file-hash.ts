import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** The hash of a file's bytes, in hexadecimal. */
export async function fileHash(
  file: string,
  algorithm: "sha256" | "md5" = "sha256",
): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
