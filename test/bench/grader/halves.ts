/**
 * Whether a question belongs to the half that the grader was tuned on: the FNV-1a hash (32 bits,
 * http://www.isthe.com/chongo/tech/comp/fnv/) of its id in UTF-8 is even. A hash and not the
 * position in a file, so that a question stays in its half in any file.
 */
export function isForTuning(id: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash & 1) === 0;
}
