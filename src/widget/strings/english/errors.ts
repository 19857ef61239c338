/** What went wrong, by the code of the error (`ErrorCode`). */
export const errors = {
  "errors.unknown": "That did not work. Try again.",
  "errors.unsupported-format": "This kind of file is not supported yet.",
  "errors.format-mismatch": "The file's name promises another kind of content than it has.",
  "errors.empty-file": "The file is empty.",
  "errors.damaged-file": "The file is damaged and cannot be opened.",
  "errors.too-large":
    "The file has more text than a browser can hold at once. Split it into smaller ones.",
  "errors.password-required": "The file is protected and needs its password.",
  "errors.nothing-to-read": "There is nothing in it that could be read.",
  "errors.not-found": "It is no longer here.",
  "errors.invalid-argument": "That cannot be used here.",
  "errors.timed-out": "It took too long and was given up.",
  "errors.permission-required":
    "The file stays on your disk, and the browser has to ask before it is read again.",
  "errors.page-stopped":
    "The page stopped twice while this file was worked on; it may need more memory than there is. Try it again, or take it out.",
  "errors.storage-full":
    "The browser's storage is full. Delete documents that are not needed, then try again.",
  "errors.storage-failed": "The browser's storage did not work. Load the page again.",
  "errors.unsupported-browser":
    "This browser lacks something that is needed here. A newer one will do.",
  "errors.assets-missing":
    "A file that PDFs in Japanese, Chinese and some other languages need was not found. Once it is there, they are read again.",
  "errors.worker-failed": "A part of this page has stopped working. Load the page again.",
  "errors.closed": "This was closed before it was done.",
  "errors.outdated": "A newer version of this page is open in another tab. Load this one again.",
  "errors.no-documents": "There is no document to ask. Add one first.",
  "errors.unknown-model": "No model of this name is known.",
  "errors.no-webgpu": "This browser cannot use the graphics chip in the way that models need.",
  "errors.not-enough-memory": "The model does not fit into this device's memory.",
  "errors.download-failed":
    "A file could not be fetched. Check the connection, then try again; it goes on where it stopped.",
  "errors.device-lost":
    "The graphics chip stopped answering. With the next question the model is loaded again.",
  "errors.context-exceeded": "The question is too long for this model.",
  "errors.endpoint-failed": "The server that the question was sent to did not answer as it should.",
  "errors.model-failed": "The model failed. Load it again, or choose another.",
  "errors.invalid-data": "The test questions have a mistake in them. Correct it, then try again.",
  "errors.internal": "Something went wrong inside this page. Load it again.",
} as const;
