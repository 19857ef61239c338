import type { Mode } from "./state.js";

/** The site's page in another language, as it would be served. */
export function sitePage(index: string, language: string): string {
  return index
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<page-hound(?: lang="[^"]*")?/, `<page-hound lang="${language}"`);
}

/** A page in which the element is a panel or a button. */
export function hostPage(mode: Exclude<Mode, "page">, language: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Handbook</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="./example.css">
    <script type="module" src="./pagehound.js"></script>
  </head>
  <body>
    <main>
      <h1>Handbook</h1>
      <page-hound${mode === "button" ? ' mode="button"' : ""}></page-hound>
    </main>
  </body>
</html>`;
}
