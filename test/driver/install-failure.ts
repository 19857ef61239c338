import type { QuietEnd } from "./run-quietly.js";

/** What a program prints for a cause, and the cause with the next step. */
interface Cause {
  readonly printed: RegExp;
  readonly reason: string;
}

const noNetwork =
  /temporary failure resolving|could not resolve|name or service not known|unable to connect|could not connect|failed to fetch|network is unreachable|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|request to .{1,300} timed out/i;

/** Ordered by precedence: earlier causes explain later ones. */
const causes: readonly Cause[] = [
  {
    printed:
      /could not get lock|unable to acquire the dpkg|unable to lock|is another process using it/i,
    reason: "another apt or dpkg is at work. Wait until it has ended, then try again",
  },
  {
    printed: /dpkg was interrupted/i,
    reason: "an earlier installation was interrupted. Run dpkg --configure -a, then try again",
  },
  {
    printed: /no space left|not have enough free space|ENOSPC/i,
    reason: "the disk is full. Make room, then try again",
  },
  {
    printed: noNetwork,
    reason: "its server could not be reached. Check the network and the proxy, then try again",
  },
  {
    printed: /are you root|permission denied|EACCES|EPERM|EROFS|read-only file system/i,
    reason: "a folder may not be written to. Run it as a user who may",
  },
  {
    printed: /unable to locate package|has no installation candidate/i,
    reason: "the sources of this system do not have the package. Add a source that has it",
  },
  {
    printed: /does not support .{1,80} on /i,
    reason: "it has no browser for this system",
  },
];

/** Why an installation failed, as a clause, with the next step if one is known. */
export function installFailure({ end, output }: QuietEnd): string {
  if (end === "missing") return "the program could not be started";
  const known = causes.find(({ printed }) => printed.test(output));
  if (known) return known.reason;
  if (end === "late") {
    return "it printed nothing for too long, or took too long. Check the network and the proxy, then try again";
  }
  const last = output.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return last === "" ? "it failed without a word" : `it failed: ${last.slice(0, 300)}`;
}
