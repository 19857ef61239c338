import picomatch from "picomatch/posix.js";

/** Extended globs are off: they can take exponential time, and parentheses are common in file names. */
const globOptions = { dot: true, nocase: true, noextglob: true, nonegate: true };

/**
 * Tells which paths are included and not excluded. A glob without `/` is about the file's name;
 * one with `/` about the whole path; one that ends with `/` about all that is in that folder. A
 * glob to include that begins with `!` is one to exclude.
 */
export function pathFilter(
  include: readonly string[],
  exclude: readonly string[],
): (path: string) => boolean {
  const negated = include.filter((glob) => glob.startsWith("!"));
  const included = include.filter((glob) => !glob.startsWith("!")).map(globMatcher);
  const excluded = [...exclude, ...negated.map((glob) => glob.slice(1))].map(globMatcher);
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}

function globMatcher(written: string): (path: string) => boolean {
  const rooted = written.replace(/^\.?\//, "");
  const glob = rooted.endsWith("/") ? `${rooted}**` : rooted;
  const plain = glob.replace(/(?<!\\)[()|]/g, "\\$&").replace(/(?<!\\)\[!/g, "[^");
  const basename = !glob.includes("/") && rooted === written;
  return picomatch(plain, { ...globOptions, basename });
}
