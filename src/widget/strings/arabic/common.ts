import type { common as english } from "../english/common.js";
import type { Translation } from "../message.js";
import { document, page, part, search } from "./counted.js";

/** Words that are used all over the interface, in Arabic. */
export const common: Translation<typeof english> = {
  "common.pages": page.subject,
  "common.parts": part.subject,
  "common.documents": document.subject,
  "common.searches": search.subject,
  "common.place.page": "الصفحة {number}",
  "common.place.part": "الجزء {number}",
  "common.time.few": "بقيت بضع ثوانٍ",
  "common.time.seconds": {
    zero: "بقيت {count} ثانية",
    one: "بقيت ثانية واحدة",
    two: "بقيت ثانيتان",
    few: "بقيت {count} ثوانٍ",
    many: "بقيت {count} ثانية",
    other: "بقيت {count} ثانية",
  },
  "common.time.minutes": {
    zero: "بقيت {count} دقيقة",
    one: "بقيت دقيقة واحدة",
    two: "بقيت دقيقتان",
    few: "بقيت {count} دقائق",
    many: "بقيت {count} دقيقة",
    other: "بقيت {count} دقيقة",
  },
  "common.time.hours": {
    zero: "بقيت {count} ساعة",
    one: "بقيت ساعة واحدة",
    two: "بقيت ساعتان",
    few: "بقيت {count} ساعات",
    many: "بقيت {count} ساعة",
    other: "بقيت {count} ساعة",
  },
  "common.took.under": "أقل من {seconds} ث",
  "common.took.seconds": "{seconds} ث",
  "common.took.minutes": "{minutes} د {seconds} ث",
  "common.undo": "تراجع",
  "common.delete": "حذف",
  "common.close": "إغلاق",
  "common.cancel": "إلغاء",
  "common.tryAgain": "إعادة المحاولة",
};
