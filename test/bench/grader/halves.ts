/**
 * True if a question belongs to the half used for tuning: the 32-bit FNV-1a hash
 * (http://www.isthe.com/chongo/tech/comp/fnv/) of its id in UTF-8 is even. Hashing keeps a question
 * in its half whatever file it is in.
 */
export function isForTuning(id: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash & 1) === 0;
}
