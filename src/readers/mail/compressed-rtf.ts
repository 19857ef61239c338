/** Text of which every compressed document may repeat parts (MS-OXRTFCP, 2.1.3.1.1). */
const dictionary =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const windowSize = 4096;
const header = 16;

/** The rich text that Outlook keeps compressed as the body of a message (MS-OXRTFCP); null where it is none. */
export function decompressRtf(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (bytes.length < header) return null;
  const kind = String.fromCharCode(...bytes.subarray(8, 12));
  if (kind === "MELA") return bytes.slice(header);
  if (kind !== "LZFu") return null;
  const window = new Uint8Array(windowSize);
  for (let at = 0; at < dictionary.length; at++) window[at] = dictionary.charCodeAt(at);
  let end = dictionary.length;
  const text: number[] = [];
  const add = (byte: number): void => {
    text.push(byte);
    window[end] = byte;
    end = (end + 1) % windowSize;
  };
  for (let at = header; at < bytes.length; ) {
    const control = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        add(bytes[at++] ?? 0);
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      if (from === end) return Uint8Array.from(text);
      const length = (reference & 15) + 2;
      for (let index = 0; index < length; index++) add(window[(from + index) % windowSize] ?? 0);
    }
  }
  return Uint8Array.from(text);
}
