import { appendTo, type Box, maxRules } from "../../core/index.js";
import type { Matrix } from "./operators.js";
import { type DrawnPath, OPS, Util } from "./pdfjs.js";

/** Maximum number of straight segments read from a page. */
const maxSegments = 20_000;
/** Maximum number of filled areas whose edges are read. */
const maxAreas = 1_000;
/** Maximum thickness in points of a bar that is a rule; thicker ones are areas with four edges. */
const thickest = 4;
/** Minimum length of a rule in points. Shorter ones are dashes, ticks and parts of letters. */
const shortest = 4;
/** Maximum gap in points inside one rule: between dashes, or rules drawn cell by cell. */
const dashGap = 4;
/** Maximum distance in points of rules that count as one: a double line, two cells' edges. */
const tolerance = 1.6;
/** Maximum slope of a rule, as on a slightly skewed page. */
const leaning = 0.01;

/** A segment along one axis: `at` is its position on the other. */
interface Segment {
  at: number;
  from: number;
  to: number;
}

/**
 * The horizontal and vertical rules of a page, as displayed: four numbers each (left, top, right,
 * bottom), with equal tops and bottoms or equal lefts and rights. Thin bars and edges of filled
 * areas count; anything drawn in white does not. Dashes are joined.
 *
 * @param paths the paths of the page in drawing order
 * @param viewport the page's transformation, six numbers as in PDF
 */
export function rulesOf(
  paths: Iterable<DrawnPath>,
  viewport: Matrix,
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const segments = new Segments();
  for (const path of paths) {
    segments.add(path, viewport);
    if (segments.isFull) break;
  }
  segments.addEdges();
  const across = joined(segments.horizontal, width, height);
  const down = joined(segments.vertical, height, width);
  const rules = [
    ...across.map(({ at, from, to }) => ({ box: [from, at, to, at], length: to - from })),
    ...down.map(({ at, from, to }) => ({ box: [at, from, at, to], length: to - from })),
  ];
  if (rules.length > maxRules) {
    rules.sort((a, b) => b.length - a.length);
    rules.length = maxRules;
  }
  return Float32Array.from(rules.flatMap(({ box }) => box));
}

/** A filled rectangle. */
interface Area extends Box {
  readonly colour: string;
}

/** Height of a band of the page in points, and maximum number of bands above or below its top. */
const bandHeight = 16;
const mostBands = 1_000;

/** Areas by colour and by each band of the page that they intersect. */
function bandsOf(areas: readonly Area[]): ReadonlyMap<string, readonly Area[]> {
  const bands = new Map<string, Area[]>();
  for (const area of areas) {
    for (let band = bandOf(area.top); band <= bandOf(area.bottom); band++) {
      appendTo(bands, `${area.colour} ${band}`, area);
    }
  }
  return bands;
}

function bandKey(colour: string, y: number): string {
  return `${colour} ${bandOf(y)}`;
}

/** The band at a height, limited because a file may place areas anywhere, in any size. */
function bandOf(y: number): number {
  return Math.max(-mostBands, Math.min(mostBands, Math.floor(y / bandHeight)));
}

const stroking: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const filling: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** The operation codes in pdf.js's paths; each is followed by its points. */
enum Draw {
  Move = 0,
  Line = 1,
  Curve = 2,
  Quadratic = 3,
  Close = 4,
}

/** The straight lines of a page along one axis, and the edges of its filled areas. */
class Segments {
  readonly horizontal: Segment[] = [];
  readonly vertical: Segment[] = [];
  readonly #areas: Area[] = [];

  /** True once no more segments are added. */
  get isFull(): boolean {
    return this.horizontal.length + this.vertical.length >= maxSegments;
  }

  /** Adds the straight lines of a path. */
  add({ operator, path, ctm, stroke, fill }: DrawnPath, viewport: Matrix): void {
    const stroked = stroke !== white && stroking.has(operator);
    const filled = fill !== white && filling.has(operator);
    if (!stroked && !filled) return;
    for (const figure of figuresOf(path, Util.transform([...viewport], [...ctm]))) {
      if (filled && !stroked) this.#addFilled(figure, fill);
      else for (const line of linesOf(figure)) this.#addLine(line);
      if (this.isFull) return;
    }
  }

  /** Adds the edges of filled areas, except those with the same colour on both sides. */
  addEdges(): void {
    const bands = bandsOf(this.#areas);
    for (const { left, top, right, bottom, colour } of this.#areas) {
      const covered = (x: number, y: number) =>
        bands
          .get(bandKey(colour, y))
          ?.some((area) => x > area.left && x < area.right && y > area.top && y < area.bottom);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (!covered(x, top - tolerance)) this.#add(this.horizontal, top, left, right);
      if (!covered(x, bottom + tolerance)) this.#add(this.horizontal, bottom, left, right);
      if (!covered(left - tolerance, y)) this.#add(this.vertical, left, top, bottom);
      if (!covered(right + tolerance, y)) this.#add(this.vertical, right, top, bottom);
    }
  }

  /** Adds a filled figure: a bar as a rule, a larger rectangle as an area; ignores other shapes. */
  #addFilled({ points, straight }: Figure, colour: string): void {
    if (!straight || points.length < 4) return;
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const corner = ([x, y]: Point) =>
      Math.min(x - left, right - x) < tolerance && Math.min(y - top, bottom - y) < tolerance;
    if (!points.every(corner)) return;
    const [wide, high] = [right - left, bottom - top];
    if (high <= thickest && wide > high) {
      this.#add(this.horizontal, (top + bottom) / 2, left, right);
    } else if (wide <= thickest && high > wide) {
      this.#add(this.vertical, (left + right) / 2, top, bottom);
    } else if (wide > thickest && high > thickest) {
      if (this.#areas.length < maxAreas) this.#areas.push({ left, top, right, bottom, colour });
    }
  }

  #addLine([[x1, y1], [x2, y2]]: readonly [Point, Point]): void {
    const [wide, high] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    if (high <= Math.max(0.5, leaning * wide)) {
      this.#add(this.horizontal, (y1 + y2) / 2, Math.min(x1, x2), Math.max(x1, x2));
    } else if (wide <= Math.max(0.5, leaning * high)) {
      this.#add(this.vertical, (x1 + x2) / 2, Math.min(y1, y2), Math.max(y1, y2));
    }
  }

  #add(segments: Segment[], at: number, from: number, to: number): void {
    if ([at, from, to].every(Number.isFinite)) segments.push({ at, from, to });
  }
}

/** pdf.js's notation for white. */
const white = "#ffffff";

type Point = readonly [x: number, y: number];

/** A subpath drawn in one stroke; `straight` if it has no curve. */
interface Figure {
  readonly points: Point[];
  straight: boolean;
  closed: boolean;
}

function figuresOf(path: Float32Array, base: Matrix): Figure[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = base;
  const figures: Figure[] = [];
  let figure: Figure | null = null;
  const point = (at: number): Point => {
    const [x = 0, y = 0] = [path[at], path[at + 1]];
    return [a * x + c * y + e, b * x + d * y + f];
  };
  for (let at = 0; at < path.length; ) {
    switch (path[at]) {
      case Draw.Move:
        figure = { points: [point(at + 1)], straight: true, closed: false };
        figures.push(figure);
        at += 3;
        break;
      case Draw.Line:
        figure?.points.push(point(at + 1));
        at += 3;
        break;
      case Draw.Curve:
        if (figure) figure.straight = false;
        at += 7;
        break;
      case Draw.Quadratic:
        if (figure) figure.straight = false;
        at += 5;
        break;
      default:
        if (figure) figure.closed = true;
        at += 1;
    }
  }
  return figures;
}

/** The straight lines of a figure; none if it has curves, because it is then not a table rule. */
function linesOf({ points, straight, closed }: Figure): (readonly [Point, Point])[] {
  if (!straight) return [];
  const lines: (readonly [Point, Point])[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1] ?? (closed && points.length > 2 ? points[0] : undefined);
    if (next) lines.push([point, next]);
  }
  return lines;
}

/** Clips segments to the page, and joins those on one line that touch. */
function joined(segments: readonly Segment[], longest: number, widest: number): Segment[] {
  const onPage = segments.flatMap(({ at, from, to }) => {
    if (at < -tolerance || at > widest + tolerance) return [];
    const [start, end] = [Math.max(0, from), Math.min(longest, to)];
    return start <= end ? [{ at, from: start, to: end }] : [];
  });
  onPage.sort((a, b) => a.at - b.at);
  const rules: Segment[] = [];
  let line: Segment[] = [];
  const end = () => {
    line.sort((a, b) => a.from - b.from);
    let last: Segment | null = null;
    for (const { at, from, to } of line) {
      if (last && from <= last.to + dashGap) {
        // Keeps the position of the longer part.
        if (to - from > last.to - last.from) last.at = at;
        last.to = Math.max(last.to, to);
      } else {
        last = { at, from, to };
        rules.push(last);
      }
    }
    line = [];
  };
  for (const segment of onPage) {
    const first = line[0];
    if (first && segment.at - first.at > tolerance) end();
    line.push(segment);
  }
  end();
  return rules.filter(({ from, to }) => to - from >= shortest);
}
