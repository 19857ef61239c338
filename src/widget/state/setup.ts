/** How a widget is set up, from its attributes and properties. */
export interface WidgetSetup {
  /** The folder with what PDFs and models on the processor need. */
  readonly assetsBase: URL;
  /** The folder that models are fetched from, as it is shown to people; relative to the page. */
  readonly models: string;
  /** The folder with sample documents, if there are some to try. */
  readonly samples: URL | null;
}
