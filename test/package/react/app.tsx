"use client";

import type { PageHoundElement } from "pagehound/widget";
import "pagehound/widget/define";
import type {} from "pagehound/widget/react";
import { type JSX, useEffect, useRef, useState } from "react";

/** What the other sites have, and the element besides. */
export function App(): JSX.Element {
  const element = useRef<PageHoundElement>(null);
  const [ready, setReady] = useState(0);
  useEffect(() => {
    import("./main").catch(() => undefined);
  }, []);
  return (
    <>
      <input id="files" type="file" multiple />
      <pre id="found" />
      <div id="viewer" />
      <page-hound
        ref={element}
        collection="react"
        assets="./pagehound-assets/"
        theme="light"
        suggestions={["How many mirrors are there?"]}
        onpagehound-ready={(event) => setReady((count) => count + (event.bubbles ? 1 : 0))}
        onpagehound-answer={({ answer }) => setReady(answer.sentences.length)}
      />
      <output id="ready">{ready}</output>
    </>
  );
}

// @ts-expect-error: there is no such mode
export const wrongMode: JSX.Element = <page-hound mode="sideways" />;
// @ts-expect-error: there is no such attribute
export const wrongName: JSX.Element = <page-hound colection="papers" />;
