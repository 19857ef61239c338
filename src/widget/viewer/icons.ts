const svg = "http://www.w3.org/2000/svg";

const paths = {
  previous: "M12.5 5 7.5 10l5 5",
  next: "m7.5 5 5 5-5 5",
  zoomOut: "M5 10h10",
  zoomIn: "M5 10h10M10 5v10",
  fitWidth: "M3.5 4v12M16.5 4v12M6 10h8M8 8l-2 2 2 2M12 8l2 2-2 2",
  close: "m5.5 5.5 9 9M14.5 5.5l-9 9",
} as const;

/** The viewer's icons, drawn in strokes of 1.5 px on a 20 px square. */
export type IconName = keyof typeof paths;

/** Makes an icon that assistive technology skips. */
export function icon(name: IconName): SVGSVGElement {
  const image = document.createElementNS(svg, "svg");
  image.setAttribute("viewBox", "0 0 20 20");
  image.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", paths[name]);
  image.append(path);
  return image;
}
