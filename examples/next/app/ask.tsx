"use client";

import type { Answer, Pagehound } from "pagehound";
import { type ChangeEvent, type FormEvent, useEffect, useState } from "react";

async function open(): Promise<Pagehound> {
  const { Pagehound } = await import("pagehound");
  // Relative to the page, which may be served below any path.
  return Pagehound.open({ name: "example", assetsBase: "./pagehound-assets/" });
}

export function Ask() {
  const [hound, setHound] = useState<Pagehound | null>(null);
  const [progress, setProgress] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    const left = new AbortController();
    const opening = open();
    opening.then(
      (opened) => left.signal.aborted || setHound(opened),
      (error) => setProgress(String(error)),
    );
    return () => {
      left.abort();
      opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
    };
  }, []);

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    if (!hound || !target.files?.length) return;
    const { added } = await hound.add(target.files);
    setProgress(`${added.length} added`);
  }

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const question = new FormData(event.currentTarget).get("question");
    if (hound && typeof question === "string") setAnswer(await hound.ask(question));
  }

  if (!hound) return <p>{progress || "Opening…"}</p>;
  return (
    <main>
      <input type="file" multiple aria-label="Documents" onChange={add} />
      <p role="status">{progress}</p>
      <form onSubmit={ask}>
        <input name="question" aria-label="Question" required />
        <button type="submit">Ask</button>
      </form>
      {answer?.passages.map(({ evidence, path, page, text }) => (
        <blockquote key={evidence}>
          {text}
          <footer>
            {path}, page {page}
          </footer>
        </blockquote>
      ))}
    </main>
  );
}
