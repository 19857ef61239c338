import picomatch from "picomatch/posix.js";
import { PagehoundError } from "../core/errors.js";

/** Extended globs are off: they can take exponential time, and parentheses are common in file names. */
const globOptions = { dot: true, nocase: true, noextglob: true, nonegate: true };

/**
 * Tells which paths are included and not excluded. A glob without `/` is about the file's name;
 * one with `/` about the whole path; one that ends with `/` about all that is in that folder. A
 * glob to include that begins with `!` is one to exclude. Empty globs say nothing. Throws
 * `invalid-argument` for a glob that could take too long.
 */
export function pathFilter(
  include: readonly string[],
  exclude: readonly string[],
): (path: string) => boolean {
  const matchers = (globs: readonly string[]) =>
    globs.filter((glob) => glob !== "").map(globMatcher);
  const negated = include.filter((glob) => glob.startsWith("!"));
  const included = matchers(include.filter((glob) => !glob.startsWith("!")));
  const excluded = matchers([...exclude, ...negated.map((glob) => glob.slice(1))]);
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path));
}

/** Stars in one name, and `**` in one path: each more multiplies the time of what does not match. */
const mostStars = 4;

function globMatcher(written: string): (path: string) => boolean {
  const folders = withoutBraces(written).split("/");
  const greatest = Math.max(
    ...folders.map(starsIn),
    folders.filter((each) => each === "**").length,
  );
  if (greatest > mostStars) {
    throw new PagehoundError(
      "invalid-argument",
      `The glob ${written} has more than ${mostStars} stars in one name, or ** in one path, which can take too long. Use fewer, or several globs.`,
      { data: { glob: written } },
    );
  }
  const rooted = written.replace(/^\.?\//, "");
  const glob = rooted.endsWith("/") ? `${rooted}**` : rooted;
  const plain = glob.replace(/(?<!\\)[()|]/g, "\\$&").replace(/(?<!\\)\[!/g, "[^");
  const basename = !glob.includes("/") && rooted === written;
  return picomatch(plain, { ...globOptions, basename });
}

function starsIn(glob: string): number {
  return glob.match(/\*+/g)?.length ?? 0;
}

/** The glob with the most starred of all alternatives in place of each `{a,b}`. */
function withoutBraces(glob: string): string {
  const replaced = glob.replace(/\{([^{}]*)\}/g, (_, inside: string) =>
    inside.split(",").reduce((most, each) => (starsIn(each) > starsIn(most) ? each : most)),
  );
  return replaced === glob ? glob : withoutBraces(replaced);
}
