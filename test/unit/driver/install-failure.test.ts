import { expect, test } from "vitest";
import { installFailure } from "../../driver/install-failure.js";

test.each([
  [
    "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 812 (apt-get)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?",
    "another apt or dpkg is at work. Wait until it has ended, then try again",
  ],
  [
    "W: Failed to fetch http://mirror.example/debian/dists/trixie/InRelease  Temporary failure resolving 'mirror.example'\nE: Unable to locate package chromium-headless-shell",
    "its server could not be reached. Check the network and the proxy, then try again",
  ],
  [
    "Error: getaddrinfo ENOTFOUND downloads.example\nFailed to install browsers",
    "its server could not be reached. Check the network and the proxy, then try again",
  ],
  [
    "E: Unable to locate package chromium-headless-shell",
    "the sources of this system do not have the package. Add a source that has it",
  ],
  [
    "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.",
    "an earlier installation was interrupted. Run dpkg --configure -a, then try again",
  ],
  ["Error: ENOSPC: no space left on device, write", "the disk is full. Make room, then try again"],
  [
    "Error: EACCES: permission denied, mkdir '/root/.cache/ms-playwright'",
    "a folder may not be written to. Run it as a user who may",
  ],
  ["ERROR: Playwright does not support chromium on freebsd", "it has no browser for this system"],
  [
    "Reading package lists...\nE: Something else is wrong.\n",
    "it failed: E: Something else is wrong.",
  ],
  ["", "it failed without a word"],
])("says why an installation failed that prints: %s", (output, reason) => {
  expect(installFailure({ end: "failed", output })).toBe(reason);
});

test("says that a program is not there, or does not come to an end", () => {
  expect(installFailure({ end: "missing", output: "" })).toBe("the program could not be started");
  expect(installFailure({ end: "late", output: "Downloading" })).toContain("Check the network");
});
