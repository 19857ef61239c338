/** Tools that others run: words that are fetched with what shows them, which adds them to the others. */
export const toolWords = {
  "confirm.title": "Use a tool of {name}?",
  "confirm.title.page": "Use a tool of this page?",
  "confirm.changes":
    "To answer your question, the model wants to use a tool that may change something.",
  "confirm.reads":
    "To answer your question, the model wants to use a tool that, {name} says, only reads.",
  "confirm.sends": "All that stands below is sent to {host}.",
  "confirm.stays": "What stands below stays on this page.",
  "confirm.tool": "Tool",
  "confirm.described": "Described as",
  "confirm.given": "What it is given",
  "confirm.given.nothing": "Nothing.",
  "confirm.hidden": "Characters that cannot be seen are written as their numbers.",
  "confirm.refuse": "Refuse",
  "confirm.once": "Allow once",
  "confirm.always": "Allow this tool in this conversation",
  "confirm.always.reads": "Allow all reading tools of {name} in this conversation",
} as const;
