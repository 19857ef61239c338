"use client";

import { Pagehound } from "pagehound";
import { PageHoundElement } from "pagehound/widget";
import { type JSX, useEffect, useRef, useState } from "react";

PageHoundElement.define();

const assetsBase = "./pagehound-assets/";

/** The number of pages in a collection that is open for as long as the component exists. */
function usePages(): number {
  const [pages, setPages] = useState(0);
  useEffect(() => {
    const opening = Pagehound.open({ name: "hook", assetsBase });
    const reading = opening.then(async (hound) => {
      const file = new Blob(["The lighthouse is lit at dusk."]);
      await hound.add([{ path: "note.txt", file }]);
      const { coverage } = await hound.search("lighthouse");
      setPages(coverage.pages);
    });
    // Closed while reading, if the component is mounted twice.
    reading.catch(() => undefined);
    return () => void opening.then((hound) => hound.close());
  }, []);
  return pages;
}

/** The content of the other sites, and the element. */
export function App(): JSX.Element {
  const element = useRef<PageHoundElement>(null);
  const [ready, setReady] = useState("");
  const [answers, setAnswers] = useState(0);
  const pages = usePages();
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
        id="element"
        collection="react"
        assets={assetsBase}
        theme="light"
        suggestions={["How many mirrors are there?"]}
        onpagehound-ready={(event) => setReady(event.bubbles ? "ready" : "")}
        onpagehound-answer={({ answer }) => setAnswers(answer.passages.length && 1)}
      />
      <output id="told">
        {ready}, {pages} page, {answers} answer
      </output>
    </>
  );
}

// @ts-expect-error: there is no such mode
export const wrongMode: JSX.Element = <page-hound mode="sideways" />;
// @ts-expect-error: there is no such attribute
export const wrongName: JSX.Element = <page-hound colection="papers" />;
