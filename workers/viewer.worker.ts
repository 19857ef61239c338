// Draws nothing itself: pdf.js's own worker, which reads PDFs for the viewer.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
