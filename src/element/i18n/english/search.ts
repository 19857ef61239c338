/** Searching by words and by patterns. */
export const searchMessages = {
  "meaning.agree.time": {
    one: "Then {count} passage is prepared on this device, which can be stopped at any time.",
    other:
      "Then {count} passages are prepared on this device, some ten a second; it can be stopped at any time.",
  },
  "meaning.making": {
    one: "{done} of {count} passage prepared for search by meaning",
    other: "{done} of {count} passages prepared for search by meaning",
  },
  "meaning.done": {
    one: "{done} of {count} passage can be found by meaning.",
    other: "{done} of {count} passages can be found by meaning.",
  },
  "meaning.deleted": "Search by meaning is off, and its data is deleted from this device.",
  "meaning.ready.announcement": "All passages can be found by meaning.",
  "meaning.by": "What the search goes by",
  "meaning.by.both": "Words and meaning",
  "meaning.by.words": "Words",
  "meaning.by.meaning": "Meaning",
} as const;
