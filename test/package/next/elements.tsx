"use client";

import dynamic from "next/dynamic";
import { Pagehound } from "pagehound";
import { PageHoundElement } from "pagehound/widget";
import { type JSX, useEffect, useRef } from "react";

PageHoundElement.define();

/** The content of the other sites, rendered only in the browser. */
export const App = dynamic(async () => (await import("./app")).App, { ssr: false });

/** An element that the server renders and the browser takes over. */
export function Rendered(): JSX.Element {
  const element = useRef<PageHoundElement>(null);
  useEffect(() => {
    const suggest = async () => {
      const names = (await Pagehound.list()).map(({ name }) => `What is in ${name}?`);
      if (element.current) element.current.suggestions = names;
    };
    suggest().catch(() => undefined);
  }, []);
  return (
    <page-hound ref={element} id="rendered" collection="rendered" assets="./pagehound-assets/" />
  );
}
