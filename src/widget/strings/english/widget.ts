/** The frame around everything: panes, dialogs, modes. */
export const widget = {} as const;
