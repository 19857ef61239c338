/** pdf.js ships no declarations for its worker half. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: {
    /** Reads PDFs for a display half at the other end of a port. */
    initializeFromPort(port: MessagePort): void;
  };
}
