import { html, type TemplateResult } from "lit";

/** What is shown when the documents cannot be opened at all. */
export function failureView(message: string): TemplateResult {
  return html`
    <main class="failure">
      <h1>Your documents could not be opened</h1>
      <p>${message}</p>
      <p class="quiet">Nothing was deleted. Documents that were added before are left as they are.</p>
      <button class="button primary" type="button" @click=${() => location.reload()}>Try again</button>
    </main>
  `;
}
