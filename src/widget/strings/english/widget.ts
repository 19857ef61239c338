/** The frame around everything: panes, dialogs, modes. */
export const widget = {
  "widget.name": "Pagehound",
  "widget.panes": "Panes",
  "widget.panes.documents": "Documents",
  "widget.panes.ask": "Ask",
  "widget.panes.search": "Search",
  "widget.panes.page": "Page",
  "widget.pageWidth": "Width of the page",
  "widget.drop": "Drop to add",

  // Before there is any document.
  "widget.empty.drop": "Drop documents here to search them",
  "widget.empty.choose": "Choose documents to search them",
  "widget.empty.what":
    "PDF, text, Markdown, HTML and CSV files, or a whole folder. Every result opens the page it comes from, with the passage marked.",
  "widget.empty.files": "Choose files",
  "widget.empty.folder": "Choose a folder",
  "widget.empty.samples": "Try the samples",
  "widget.empty.samples.fetching": "Fetching the samples…",
  "widget.pick.files": "Files to add",
  "widget.pick.folder": "Folder to add",

  // What is to be known.
  "widget.notices": "Notices",
  "widget.notices.dismiss": "Dismiss",
  "widget.notices.show": { one: "Show it", other: "Show all {count}" },
  "widget.assets.missing":
    "What PDFs in Japanese, Chinese and some others need was not found at {url}. Check the “assets” folder.",
  "widget.lost.outdated": "A newer version of this page is open. Reload to go on.",
  "widget.lost.storage":
    "The browser has removed what this page had stored. Reload to see what is left, and add the rest again.",
  "widget.lost.reload": "Reload",
  "widget.failure.title": "Your documents could not be opened",
  "widget.failure.safe":
    "Nothing was deleted. Documents that were added before are left as they are.",
  "widget.answerNotKept": "The answer could not be kept for later. {reason}",
  "widget.ask.reading": "The first documents are still being read. Ask again in a moment.",
  "widget.ask.noDocuments": "There is no document to ask. Add one first.",
} as const;
