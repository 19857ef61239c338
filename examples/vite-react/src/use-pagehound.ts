import { Pagehound } from "pagehound";
import { useEffect, useState } from "react";

/** A collection that is open as long as the component is there; null until then. */
export function usePagehound(): Pagehound | null {
  const [hound, setHound] = useState<Pagehound | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const opening = Pagehound.open({ name: "example", assetsBase: "./pagehound-assets/" });
    opening.then(
      (opened) => (left.signal.aborted ? opened.close() : setHound(opened)),
      reportError,
    );
    return () => {
      left.abort();
      opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
    };
  }, []);
  return hound;
}
