import { html, nothing, type TemplateResult } from "lit/html.js";
import { answerText } from "../state/answer-export.js";
import type { App } from "../state/app.js";
import { apart, coverageLine } from "../state/coverage-line.js";
import { icon } from "../state/icons.js";
import type { Turn } from "../state/turn.js";
import { draftsView, sentencesView } from "./answer.js";
import { bestPassagesView } from "./best-passages.js";
import { evidenceButton, evidenceView } from "./evidence.js";
import { lazyView } from "./lazy-view.js";
import { notFoundView } from "./not-found-answer.js";
import { reveal } from "./reveal.js";

const loadTrace = () => import("./trace.js");
const traceView = lazyView(async () => (await loadTrace()).traceView);

/** A question and what came of it. */
export function turnView(app: App, turn: Turn): TemplateResult {
  const { key, question } = turn;
  return html`
    <article class="exchange" id=${key} aria-labelledby=${`${key}-question`} data-state=${turn.state}>
      <h2 class="question" id=${`${key}-question`} dir="auto" tabindex="-1">${question}</h2>
      <div class="turn-body">${bodyView(app, turn)}</div>
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
    <p dir="auto">${failure ?? app.words.t(turn.drafts.length > 0 ? "answer.stopped.drafts" : "answer.stopped")}</p>
    <button class="button again" type="button" @click=${() => void app.conversation.ask(turn.question)}>
      ${app.words.t("ask.again")}
    </button>
  `;
}

/** The quiet line: how much was done, which unfolds into what was done. */
function footView(app: App, turn: Turn): TemplateResult | typeof nothing {
  const { words } = app;
  const { key, answer, traceShown } = turn;
  if (turn.state === "failed" && !turn.begun) return nothing;
  return html`
    <div class="turn-foot">
      <button
        class="turn-line"
        type="button"
        aria-expanded=${traceShown ? "true" : "false"}
        aria-controls=${`${key}-trace`}
        title=${words.t("trace.title")}
        @click=${() => {
          app.change(() => {
            turn.traceShown = !traceShown;
          });
          if (!traceShown) void revealTrace(app, `${key}-trace`);
        }}
      >
        <span class="turn-chevron">${icon("chevron")}</span>
        <span class="turn-words">${lineWords(app, turn)}</span>
      </button>
      ${answer ? evidenceButton(app, turn, answer) : nothing}
      ${
        answer
          ? html`<button
              class="icon-button"
              type="button"
              aria-label=${words.t("answer.copy")}
              title=${words.t("answer.copy.short")}
              @click=${() => void copy(app, turn)}
            >${icon("copy")}</button>`
          : nothing
      }
    </div>
    ${answer ? evidenceView(app, turn, answer) : nothing}
    <div id=${`${key}-trace`} ?hidden=${!traceShown}>${traceShown ? traceView(app, turn) : nothing}</div>
  `;
}

async function revealTrace(app: App, id: string): Promise<void> {
  await loadTrace().catch(() => undefined);
  reveal(app, id);
}

function lineWords({ words }: App, turn: Turn): string | TemplateResult {
  const { answer, calls, state } = turn;
  if (answer && state !== "running") return coverageLine(words, answer);
  const searches = calls > 0 ? words.t("common.searches", { count: calls }) : "";
  if (state !== "running") return searches === "" ? words.t("trace.title") : searches;
  // The seconds are for those who see them pass.
  const time = html`<span aria-hidden="true"> · ${words.duration(turn.elapsed)}</span>`;
  return html`${apart([turn.activity(words), searches])}${time}`;
}

async function copy(app: App, { answer }: Turn): Promise<void> {
  if (!answer) return;
  try {
    await navigator.clipboard.writeText(answerText(app.words, answer));
    app.surface.announce(app.words.t("answer.copied"));
  } catch {
    app.surface.announce(app.words.t("answer.notCopied"));
  }
}
