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

  "tools.title": "Tool servers",
  "tools.about":
    "A model can use the tools of these servers to answer a question. What it sends there is shown to you first, and sent only when you allow it.",
  "tools.unasked": "Not asked yet: it is with the next question to a model.",
  "tools.connecting": "Connecting…",
  "tools.count": { one: "{count} tool.", other: "{count} tools." },
  "tools.leftOut": {
    one: "{count} more cannot be used here.",
    other: "{count} more cannot be used here.",
  },
  "tools.api":
    "A service (API) at {host} that is only read. What it answers is kept in memory for as long as it says.",
  "tools.slow": "{name} takes long to answer.",
  "tools.without": "{reason} The question is answered without its tools.",
  "tools.connect": "Connect",
  "tools.connect.name": "Connect to {name}",
  "tools.signIn": "Sign in",
  "tools.signIn.name": "Sign in to {name}",
  "tools.signOut": "Sign out",
  "tools.signOut.name": "Sign out of {name}",
  "tools.keep": "Stay signed in on this device",
  "tools.remove": "Remove",
  "tools.remove.name": "Remove {name}",
  "tools.add.address": "Address of another server",
  "tools.add.hosts": "This page may ask {hosts}.",
  "tools.add": "Add",
  "tools.fault.address": "Write the address of a server, such as https://tools.example/mcp.",
  "tools.fault.elsewhere":
    "This page may not ask {host}. It may ask {hosts}; whoever runs it can name others.",
  "privacy.sent.tools":
    "What a model gives the tools of {hosts} is sent there, each time after you have seen and allowed it. Their lists of tools are fetched with the first question to a model.",
  "network.unseen.lasting.tools": "Connections that stay open. Some are made to {hosts} alone.",
} as const;
