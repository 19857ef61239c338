// Draws nothing itself: pdf.js's own worker, which reads PDFs for the viewer.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { reportMissingAssets } from "../src/requests/report-missing-assets.js";
import { reportRequests } from "../src/requests/report-requests.js";

// pdf.js passes over messages that are not its own, here and on the page.
reportRequests();
reportMissingAssets();
