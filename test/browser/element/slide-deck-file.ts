import { relations, slideFile } from "../../unit/readers/office-files.js";

const drawing =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
/** A foreign host that slides refer to. */
const away = "https://away.example/";

/** A text box at a position in inches. */
export function box(id: number, top: number, runs: string, fill = ""): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="box"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="${top * 914_400}"/><a:ext cx="7315200" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}</p:spPr><p:txBody><a:bodyPr/><a:p>${runs}</a:p></p:txBody></p:sp>`;
}

/** A deck whose slide refers to other hosts in every possible way, with notes below it. */
export function deck(): Uint8Array {
  const run = (text: string, more = "") => `<a:r><a:rPr${more}<a:t>${text}</a:t></a:r>`;
  const link = run("follow me", '><a:hlinkClick r:id="link"/></a:rPr>');
  const shapes = [
    box(2, 1, run("Profit rose", "/>") + run(" by twelve percent", ' b="1"/>')),
    box(5, 5, run("spaced  out", "/>")),
    box(3, 3, link, `<a:solidFill><a:srgbClr val="fff url(${away}colour.png)"/></a:solidFill>`),
    `<p:pic><p:nvPicPr><p:cNvPr id="4" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="picture"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm></p:spPr></p:pic>`,
  ];
  const outside = (type: string, id: string, file: string) =>
    `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${away}${file}" TargetMode="External"/>`;
  const inside = relations({
    layout: ["slideLayout", "../slideLayouts/l.xml"],
    notes: ["notesSlide", "../notesSlides/n.xml"],
  });
  const tree = (root: string, shapes: string) =>
    `<p:${root} ${drawing}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  return slideFile([shapes.join("")], {
    "ppt/slides/_rels/slide1.xml.rels": inside.replace(
      "</Relationships>",
      `${outside("hyperlink", "link", "page")}${outside("image", "picture", "p.png")}</Relationships>`,
    ),
    "ppt/slideLayouts/l.xml": `${tree("sldLayout", "")}</p:sldLayout>`,
    "ppt/slideLayouts/_rels/l.xml.rels": relations({ m: ["slideMaster", "../slideMasters/m.xml"] }),
    "ppt/slideMasters/m.xml": `${tree("sldMaster", "")}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/></p:sldMaster>`,
    "ppt/slideMasters/_rels/m.xml.rels": relations({ t: ["theme", "../theme/t.xml"] }),
    "ppt/theme/t.xml": `<a:theme ${drawing} name="t"><a:themeElements><a:clrScheme name="c"><a:dk1><a:srgbClr val="000000"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1></a:clrScheme></a:themeElements></a:theme>`,
    "ppt/notesSlides/n.xml": `${tree("notes", box(2, 1, run("Mention the new plant", "/>")))}</p:notes>`,
  });
}
