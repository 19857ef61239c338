import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Answer, Calculation } from "../../index.js";
import type { App } from "../state/app.js";
import { numbering } from "../state/cited-places.js";
import type { InlinePiece } from "../state/inline-markdown.js";
import { calculatedPlaces } from "../state/number-places.js";
import type { Turn } from "../state/turn.js";
import { calculatedNumber, emptySourcesView, sourcesView } from "./citation.js";

/** The sentences of an answer, each with what stands behind it. */
export function sentencesView(app: App, turn: Turn, answer: Answer): TemplateResult {
  const numberOf = numbering(answer);
  return html`<p class="answer-text" dir="auto">${answer.sentences.map((sentence, index) => {
    const id = `${turn.key}-${index}`;
    const sources = sourcesView(app, id, sentence, numberOf);
    const missing = html`<span class="unseen"> ${app.words.t("answer.unsupported.aside")}</span>`;
    const end = sentence.supported ? sources : html`${missing}${sources}`;
    return html`<span class="sentence" ?data-unsupported=${!sentence.supported}>${piecesView(
      inline(app, sentence.text),
      withCalculated(app, id, sentence.calculations),
      end,
    )}</span> `;
  })}</p>`;
}

/** Sentences as they are written. They take the room of the checked ones, so that these only gain marks. */
export function draftsView(app: App, turn: Turn): TemplateResult | typeof nothing {
  const drafts = turn.drafts.filter((draft) => draft !== undefined);
  if (drafts.length === 0) return nothing;
  return html`<p class="answer-text" dir="auto" data-draft aria-busy="true">${drafts.map(
    (draft) =>
      html`<span class="sentence">${piecesView(
        inline(app, draft),
        (text) => text,
        emptySourcesView(),
      )}</span> `,
  )}</p>`;
}

function inline(app: App, text: string): readonly InlinePiece[] {
  return app.conversation.inline?.(text) ?? [{ type: "text", text }];
}

type OfText = (text: string) => unknown;

/** Shows the numbers that were calculated as such, each result once. */
function withCalculated(app: App, id: string, calculations: readonly Calculation[]): OfText {
  const waiting = new Set(calculations);
  return (text) => {
    const shown: unknown[] = [];
    let end = 0;
    for (const place of calculatedPlaces(text, [...waiting])) {
      waiting.delete(place.calculation);
      shown.push(
        text.slice(end, place.start),
        calculatedNumber(
          app,
          `${id}-${place.calculation.id}`,
          text.slice(place.start, place.end),
          place.calculation,
        ),
      );
      end = place.end;
    }
    return [...shown, text.slice(end)];
  };
}

/** Pieces of text, and what follows them on the line of the last word. */
function piecesView(
  pieces: readonly InlinePiece[],
  ofText: OfText,
  end: TemplateResult | null,
): unknown[] {
  return pieces.map((piece, index) => {
    const after = index === pieces.length - 1 ? end : null;
    if (piece.type === "text") {
      if (after === null) return ofText(piece.text);
      const last = /\S{0,24}$/.exec(piece.text)?.index ?? piece.text.length;
      return html`${ofText(piece.text.slice(0, last))}<span class="last">${ofText(
        piece.text.slice(last),
      )}${after}</span>`;
    }
    const inside = piecesView(piece.children, ofText, null);
    if (piece.type === "strong") return html`<strong>${inside}</strong>${after}`;
    if (piece.type === "em") return html`<em>${inside}</em>${after}`;
    return html`<code>${inside}</code>${after}`;
  });
}
