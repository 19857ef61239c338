interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

/** Makes the canvases that pdf.js needs on the way in a worker; its own factory makes elements of a page. */
export class WorkerCanvasFactory {
  create(width: number, height: number): CanvasAndContext {
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext("2d", { willReadFrequently: true }) };
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }

  destroy(made: CanvasAndContext): void {
    this.reset(made, 0, 0);
    Object.assign(made, { canvas: null, context: null });
  }

  getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
    return canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  }
}

/** Filters are elements of a page as well. Where there are none, pdf.js computes what it can without. */
export class NoFilters {
  addFilter(): string {
    return "none";
  }
  addHCMFilter(): string {
    return "none";
  }
  addAlphaFilter(): string {
    return "none";
  }
  addLuminosityFilter(): string {
    return "none";
  }
  addKnockoutFilter(): string {
    return "none";
  }
  addHighlightHCMFilter(): string {
    return "none";
  }
  addSelectionHCMFilter(): string {
    return "none";
  }
  addSelectionFilter(): string {
    return "none";
  }
  createSelectionStyle(): null {
    return null;
  }
  destroy(): void {}
}
