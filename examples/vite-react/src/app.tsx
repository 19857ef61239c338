import type { Answer, RefusedFile } from "pagehound";
import { type ChangeEvent, type FormEvent, useState } from "react";
import { usePagehound } from "./use-pagehound";

export function App() {
  const hound = usePagehound();
  const [progress, setProgress] = useState("");
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    if (!hound || !target.files?.length) return;
    const adding = hound.add(target.files);
    for await (const event of adding) setProgress(`${event.type} ${event.path}`);
    const report = await adding;
    setProgress(`${report.added.length} added`);
    setRefused(report.refused);
  }

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const question = new FormData(event.currentTarget).get("question");
    if (hound && typeof question === "string") setAnswer(await hound.ask(question));
  }

  if (!hound) return <p>Opening…</p>;
  return (
    <main>
      <input type="file" multiple aria-label="Documents" onChange={add} />
      <p role="status">{progress}</p>
      {refused.map(({ path, message }) => (
        <p key={path}>{message}</p>
      ))}
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
