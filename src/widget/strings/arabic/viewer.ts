import type { viewer as english } from "../english/viewer.js";
import type { Translation } from "../message.js";
import { page, part, passage } from "./counted.js";
import { oneTwoMore, phrase } from "./forms.js";

/** The page viewer, in Arabic. */
export const viewer: Translation<typeof english> = {
  "viewer.toolbar": "أدوات الصفحة",
  "viewer.close": "إغلاق الصفحة",
  "viewer.previousPage": "الصفحة السابقة",
  "viewer.nextPage": "الصفحة التالية",
  "viewer.more": "أدوات أخرى",
  "viewer.zoomIn": "تكبير",
  "viewer.zoomOut": "تصغير",
  "viewer.fitWidth": "ملاءمة العرض",
  "viewer.fitPage": "ملاءمة الصفحة كاملة",
  "viewer.pageInput": "رقم الصفحة",
  "viewer.partInput": "رقم الجزء",
  "viewer.opening": "جارٍ الفتح…",
  "viewer.loading": "جارٍ التحميل…",
  "viewer.partFailed":
    "تعذّر تحميل هذا الجزء من عارض الصفحات. يُرجى التحقق من الاتصال وإعادة المحاولة.",

  "viewer.page": "الصفحة {number}",
  "viewer.part": "الجزء {number}",
  "viewer.total": "من {count}",
  "viewer.label": "الصفحة {label}",
  "viewer.pages": "صفحات {name}",

  "viewer.unreadablePage": "لا يمكن عرض هذه الصفحة.",
  "viewer.slowPage": "يستغرق رسم هذه الصفحة وقتًا طويلًا جدًا.",
  "viewer.partlyDrawn": "يستغرق رسم هذه الصفحة وقتًا طويلًا جدًا. يُعرض ما رُسم منها في الوقت المتاح.",
  "viewer.partlySelectable": "في هذه الصفحة نص أكثر مما يمكن تحديده. يمكن تحديد الجزء الأول منه.",
  "viewer.emptyPage": "لا يوجد نص في هذه الصفحة.",
  "viewer.textOnly": "الملف نفسه ليس هنا. هذا هو النص الذي قُرئ منه.",
  "viewer.notRead": "وصل هذا النص مع مجموعة ولم يُقرأ هنا من الملف نفسه.",
  "viewer.assetsMissing":
    "قد تنقص في هذه الصفحات أحرف أو صور، أو تظهر غير صحيحة: تعذّر تحميل {url}.",
  "viewer.damaged": "هذا الملف تالف ولا يمكن عرضه.",
  "viewer.workerFailed": "تعذّر بدء جزء الصفحة الذي يعرض المستندات. يُرجى إعادة تحميل الصفحة.",
  "viewer.couldNotOpen": "تعذّر فتح هذا المستند. {reason}",
  "viewer.passwordNeeded": "يحتاج هذا المستند إلى كلمة المرور الخاصة به لعرضه.",
  "viewer.passwordWrong": "هذه ليست كلمة مرور هذا المستند.",
  "viewer.passwordLabel": "كلمة المرور",
  "viewer.passwordSubmit": "فتح",

  "viewer.marks": "المقاطع المميَّزة",
  "viewer.previousMark": "المقطع المميَّز السابق",
  "viewer.nextMark": "المقطع المميَّز التالي",
  "viewer.marked": "الصفحة {number}. المقطع مميَّز.",
  "viewer.markOf": "المقطع {number} من {count}",
  "viewer.unmarked": "تعذّر تمييز المقطع بدقة في هذه الصفحة.",
  "viewer.unmarkedOf": phrase(
    passage.governed,
    (passages) => `تعذّر تمييز {unmarked} من ${passages} بدقة.`,
  ),

  "viewer.find": "البحث في هذا المستند",
  "viewer.findPlaceholder": "البحث في هذا المستند",
  "viewer.findPrevious": "التطابق السابق",
  "viewer.findNext": "التطابق التالي",
  "viewer.findClose": "إغلاق البحث",
  "viewer.findNone": "غير موجود",
  "viewer.findInexact": "تعذّر تمييز هذا التطابق بدقة في صفحته.",
  "viewer.findCount": "{at} من {count}",
  "viewer.findCount.more": "{at} من أكثر من {count}",
  "viewer.findProgress": "شمل البحث {searched} من {count}…",
  "viewer.findCovered.pages": phrase(
    page.governed,
    (pages) => `شمل البحث {searched} من ${pages}؛ {gaps}.`,
  ),
  "viewer.findCovered.parts": phrase(
    part.governed,
    (parts) => `شمل البحث {searched} من ${parts}؛ {gaps}.`,
  ),
  "viewer.gaps.scanned": oneTwoMore(
    "واحدة ممسوحة ضوئيًا",
    "اثنتان ممسوحتان ضوئيًا",
    "{count} ممسوحة ضوئيًا",
  ),
  "viewer.gaps.unreadable": oneTwoMore(
    "واحدة تعذّرت قراءتها",
    "اثنتان تعذّرت قراءتهما",
    "{count} تعذّرت قراءتها",
  ),
  "viewer.gaps.empty": oneTwoMore("واحدة فارغة", "اثنتان فارغتان", "{count} فارغة"),

  "viewer.panel": "العناوين والصفحات",
  "viewer.panelClose": "إغلاق اللوحة الجانبية",
  "viewer.outline": "العناوين",
  "viewer.outlineEmpty": "لا توجد عناوين في هذا المستند.",
  "viewer.thumbnails": "الصفحات",
};
