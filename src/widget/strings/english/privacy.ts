/** What is stored and sent, the network panel, and the settings. */
export const privacy = {} as const;
