import { PagehoundError } from "../../core/errors.js";
import { hexadecimal } from "../../core/hexadecimal.js";

/**
 * SHA-256 of a file in lower-case hexadecimal. The browser takes the whole file into memory for it.
 * Throws `storage-failed` when the file cannot be read, `not-enough-memory` when it is too large for
 * this, and `unsupported-browser` on a page without a secure context.
 */
export async function sha256(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new PagehoundError(
      "unsupported-browser",
      "The model's SHA-256 cannot be checked, because the page has no secure context. Serve the page over HTTPS, or load the model without integrity.",
    );
  }
  return hexadecimal(await crypto.subtle.digest("SHA-256", await content(file)));
}

async function content(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (cause) {
    if (cause instanceof RangeError) {
      throw new PagehoundError(
        "not-enough-memory",
        "The model's file is too large for the page to check its SHA-256. Load the model without integrity, or take one in smaller files.",
        { cause },
      );
    }
    throw new PagehoundError(
      "storage-failed",
      "The model's file could not be read to check its SHA-256. Delete the model and load it again.",
      { cause },
    );
  }
}
