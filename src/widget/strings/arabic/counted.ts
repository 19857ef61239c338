import { type Counted, counted, oneTwoMore, type SixForms } from "./forms.js";

export const page: Counted = counted({
  one: "صفحة واحدة",
  two: ["صفحتان", "صفحتين"],
  few: "صفحات",
  many: "صفحة",
  other: "صفحة",
});

export const scannedPage: Counted = counted({
  one: "صفحة واحدة ممسوحة ضوئيًا",
  two: ["صفحتان ممسوحتان ضوئيًا", "صفحتين ممسوحتين ضوئيًا"],
  few: "صفحات ممسوحة ضوئيًا",
  many: "صفحة ممسوحة ضوئيًا",
  other: "صفحة ممسوحة ضوئيًا",
});

export const part: Counted = counted({
  one: "جزء واحد",
  two: ["جزءان", "جزأين"],
  few: "أجزاء",
  many: "جزءًا",
  other: "جزء",
});

export const document: Counted = counted({
  one: "مستند واحد",
  two: ["مستندان", "مستندين"],
  few: "مستندات",
  many: "مستندًا",
  other: "مستند",
});

export const otherDocument: Counted = counted({
  one: "مستند آخر",
  two: ["مستندان آخران", "مستندين آخرين"],
  few: "مستندات أخرى",
  many: "مستندًا آخر",
  other: "مستند آخر",
});

export const file: Counted = counted({
  one: "ملف واحد",
  two: ["ملفان", "ملفين"],
  few: "ملفات",
  many: "ملفًا",
  other: "ملف",
});

export const otherFile: Counted = counted({
  one: "ملف آخر",
  two: ["ملفان آخران", "ملفين آخرين"],
  few: "ملفات أخرى",
  many: "ملفًا آخر",
  other: "ملف آخر",
});

export const passage: Counted = counted({
  one: "مقطع واحد",
  two: ["مقطعان", "مقطعين"],
  few: "مقاطع",
  many: "مقطعًا",
  other: "مقطع",
});

export const source: Counted = counted({
  one: "مصدر واحد",
  two: ["مصدران", "مصدرين"],
  few: "مصادر",
  many: "مصدرًا",
  other: "مصدر",
});

export const search: Counted = counted({
  one: "عملية بحث واحدة",
  two: ["عمليتا بحث", "عمليتي بحث"],
  few: "عمليات بحث",
  many: "عملية بحث",
  other: "عملية بحث",
});

export const request: Counted = counted({
  one: "طلب واحد",
  two: ["طلبان", "طلبين"],
  few: "طلبات",
  many: "طلبًا",
  other: "طلب",
});

export const line: Counted = counted({
  one: "سطر واحد",
  two: ["سطران", "سطرين"],
  few: "أسطر",
  many: "سطرًا",
  other: "سطر",
});

export const matchingLine: Counted = counted({
  one: "سطر مطابق واحد",
  two: ["سطران مطابقان", "سطرين مطابقين"],
  few: "أسطر مطابقة",
  many: "سطرًا مطابقًا",
  other: "سطر مطابق",
});

export const match: Counted = counted({
  one: "تطابق واحد",
  two: ["تطابقان", "تطابقين"],
  few: "تطابقات",
  many: "تطابقًا",
  other: "تطابق",
});

export const sentence: Counted = counted({
  one: "جملة واحدة",
  two: ["جملتان", "جملتين"],
  few: "جمل",
  many: "جملة",
  other: "جملة",
});

export const otherWord: Counted = counted({
  one: "كلمة أخرى",
  two: ["كلمتان أخريان", "كلمتين أخريين"],
  few: "كلمات أخرى",
  many: "كلمة أخرى",
  other: "كلمة أخرى",
});

export const question: Counted = counted({
  one: "سؤال واحد",
  two: ["سؤالان", "سؤالين"],
  few: "أسئلة",
  many: "سؤالًا",
  other: "سؤال",
});

export const conversation: Counted = counted({
  one: "محادثة واحدة",
  two: ["محادثتان", "محادثتين"],
  few: "محادثات",
  many: "محادثة",
  other: "محادثة",
});

/** All pages there are, governed by a word before them. */
export const allPages: SixForms = oneTwoMore("صفحة واحدة", "الصفحتين", "كل الصفحات الـ{count}");

/** Pages with text, governed, where something is in none of them. */
export const anyPageWithText: SixForms = oneTwoMore(
  "الصفحة الوحيدة التي فيها نص",
  "أي من الصفحتين اللتين فيهما نص",
  "أي من الصفحات الـ{count} التي فيها نص",
);

export const rareWord: Counted = counted({
  one: "كلمة نادرة واحدة",
  two: ["كلمتان نادرتان", "كلمتين نادرتين"],
  few: "كلمات نادرة",
  many: "كلمة نادرة",
  other: "كلمة نادرة",
});
