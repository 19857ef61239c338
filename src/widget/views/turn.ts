import { html, nothing, type TemplateResult } from "lit";
import { answerText } from "../state/answer-export.js";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { Turn } from "../state/turn.js";
import { count, counted, duration } from "../state/words.js";
import { draftsView, sentencesView } from "./answer.js";
import { bestPassagesView } from "./best-passages.js";
import { notFoundView } from "./not-found-answer.js";
import { traceView } from "./trace.js";

/** A question and what came of it. */
export function turnView(app: App, turn: Turn): TemplateResult {
  const { key, question } = turn;
  return html`
    <article class="exchange" id=${key} aria-labelledby=${`${key}-question`} data-state=${turn.state}>
      <h2 class="question" id=${`${key}-question`} dir="auto" tabindex="-1">${question}</h2>
      <div class="turn-body" dir="auto">${bodyView(app, turn)}</div>
      ${footView(app, turn)}
    </article>
  `;
}

function bodyView(app: App, turn: Turn): TemplateResult | typeof nothing {
  const { answer, state, failure } = turn;
  if (answer) {
    switch (answer.kind) {
      case "answered":
        return sentencesView(app, turn, answer);
      case "not-found":
        return notFoundView(app, turn, answer);
      case "passages":
        return bestPassagesView(app, turn, answer);
    }
  }
  if (state === "running") return draftsView(app, turn);
  return html`
    ${draftsView(app, turn)}
    <p>${failure ?? (turn.drafts.length > 0 ? "Stopped. What is written above was not checked." : "Stopped.")}</p>
    <button class="button again" type="button" @click=${() => void app.conversation.ask(turn.question)}>
      Ask again
    </button>
  `;
}

/** The quiet line: how much was done, which unfolds into what was done. */
function footView(app: App, turn: Turn): TemplateResult | typeof nothing {
  const { key, answer, traceShown } = turn;
  if (turn.state === "failed" && turn.steps.length === 0) return nothing;
  return html`
    <div class="turn-foot">
      <button
        class="turn-line"
        type="button"
        aria-expanded=${traceShown ? "true" : "false"}
        aria-controls=${`${key}-trace`}
        title="What it searched"
        @click=${() => {
          app.change(() => {
            turn.traceShown = !traceShown;
          });
          if (!traceShown) reveal(app, `${key}-trace`);
        }}
      >
        <span class="turn-chevron">${icon("chevron")}</span>
        <span class="turn-words">${lineWords(turn)}</span>
      </button>
      ${
        answer
          ? html`<button
              class="icon-button"
              type="button"
              aria-label="Copy the answer with its sources"
              title="Copy with sources"
              @click=${() => void copy(app, turn)}
            >${icon("copy")}</button>`
          : nothing
      }
    </div>
    <div id=${`${key}-trace`} ?hidden=${!traceShown}>${traceShown ? traceView(app, turn) : nothing}</div>
  `;
}

/** Brings what was unfolded into view once it is drawn, as far as it is not. */
function reveal(app: App, id: string): void {
  const scroll = () => app.surface.find(`#${id}`)?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

function lineWords(turn: Turn): string | TemplateResult {
  const { answer, calls, state } = turn;
  const searches = calls > 0 ? counted(calls, "search", "searches") : "";
  // The seconds are for those who see them pass.
  const time = html`<span aria-hidden="true"> · ${duration(turn.elapsed)}</span>`;
  if (state === "running") return html`${join([`${turn.activity}…`, searches])}${time}`;
  if (!answer) return join([searches === "" ? "What it searched" : searches]);
  const { pages, pagesWithoutText, gaps } = answer.coverage;
  const read = pages - pagesWithoutText;
  const covered =
    read === pages
      ? `all ${counted(pages, "page")} covered`
      : `${count(read)} of ${counted(pages, "page")} covered`;
  const scanned = gaps
    .filter(({ reason }) => reason === "scanned")
    .flatMap((gap) => gap.pages)
    .reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const unread = scanned > 0 ? `${counted(scanned, "scanned page")} could not be read` : "";
  return join([searches, covered, unread, duration(turn.elapsed)]);
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

async function copy(app: App, { answer }: Turn): Promise<void> {
  if (!answer) return;
  try {
    await navigator.clipboard.writeText(answerText(answer));
    app.surface.announce("Copied.");
  } catch {
    app.surface.announce("The browser did not allow copying.");
  }
}
