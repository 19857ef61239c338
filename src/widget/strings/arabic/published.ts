import type { published as english } from "../english/published.js";
import type { Translation } from "../message.js";
import { document } from "./counted.js";
import { oneTwoMore, phrase } from "./forms.js";

/** Collections that others have published, and collections as files, in Arabic. */
export const published: Translation<typeof english> = {
  "published.lines": "المجموعات",
  "published.fetching": "جارٍ جلب {name}",
  "published.fetching.progress": phrase(
    document.governed,
    (documents) => `جارٍ جلب {name} · {done} من ${documents}`,
  ),
  "published.fetching.cancel": "إيقاف جلب {name}",
  "published.stopped": "لم تصل {name} كاملةً بعد.",
  "published.goOn": "متابعة",
  "published.goOn.name": "متابعة جلب {name}",
  "published.failed": "تعذّر جلب {name}",
  "published.row.textOnly": "نصه فقط موجود هنا؛ فقد وصل من دون الملف نفسه.",
  "published.row.notRead": "وصل نصه مع مجموعة ولم يُقرأ هنا من الملف نفسه.",

  "collections.title": "المجموعات",
  "collections.about": "المجموعة ملف واحد فيه مستندات يمكن البحث فيها فورًا حيثما فُتح.",
  "collections.open": "فتح ملف مجموعة",
  "collections.open.pick": "ملف المجموعة المراد فتحه",
  "collections.open.checking": phrase(
    document.governed,
    (documents) => `جارٍ فحص {name} · {done} من ${documents}`,
  ),
  "collections.open.storing": phrase(
    document.governed,
    (documents) => `جارٍ إضافة {name} · {done} من ${documents}`,
  ),
  "collections.open.start": "جارٍ فتح {name}",
  "collections.open.cancel": "إيقاف فتح {name}",
  "collections.open.added": phrase(document.governed, (documents) => `تمت إضافة ${documents}`),
  "collections.open.replaced": phrase(document.governed, (documents) => `تم استبدال ${documents}`),
  "collections.open.unchanged": oneTwoMore(
    "مستند واحد موجود هنا من قبل",
    "مستندان موجودان هنا من قبل",
    "الموجود هنا من قبل: {count}",
  ),
  "collections.open.nothing": "لا يوجد أي مستند في هذه المجموعة.",
  "collections.open.failed": "لم تتم إضافة {name}",
  "collections.save.title": "عنوان مجموعة جديدة",
  "collections.save.default": "المستندات",
  "collections.save.originals": "مع الملفات نفسها، {size}",
  "collections.save.originals.about": "من دونها لا يمكن في مكان آخر إلا قراءة نصها.",
  "collections.save.do": phrase(document.governed, (documents) => `حفظ ${documents} في ملف`),
  "collections.save.leftOut": oneTwoMore(
    "مستند واحد غير موجود في الملف",
    "مستندان غير موجودين في الملف",
    "المستندات غير الموجودة في الملف: {count}",
  ),
  "collections.save.start": "جارٍ حفظ {name}",
  "collections.save.progress": phrase(
    document.governed,
    (documents) => `جارٍ حفظ {name} · {done} من ${documents}`,
  ),
  "collections.save.cancel": "إيقاف حفظ {name}",

  "collections.published": "من الويب",
  "collections.published.list": "المجموعات المنشورة",
  "collections.published.about":
    "مستنداتها محفوظة هنا ويجري البحث فيها هنا. يُجلب الملف عند فتحه لأول مرة.",
  "collections.published.partly": phrase(
    document.subject,
    (documents) => `${documents}؛ لم تصل كلها بعد`,
  ),
  "collections.published.hidden": "المحذوف هنا: {count}",
  "collections.published.checked": "آخر تحقق: {day}",
  "collections.published.notHere": "ليست هنا. تعرضها هذه الصفحة.",
  "collections.fetch": "جلب",
  "collections.fetch.name": "جلب {name}",
  "collections.look": "التحقق من التغييرات",
  "collections.look.name": "التحقق من التغييرات في {name}",
  "collections.look.running": "جارٍ التحقق من التغييرات…",
  "collections.look.same": "لم يتغير شيء.",
  "collections.look.fetched": phrase(document.governed, (documents) => `تم جلب ${documents}`),
  "collections.look.gone": "لم يعد منشورًا: {count}",
  "collections.remove": "إزالة",
  "collections.remove.name": "إزالة {name}",
  "collections.remove.what": phrase(
    document.governed,
    (documents) =>
      `ستتم إزالة ${documents} من هذا الجهاز، ولا يمكن التراجع عن ذلك. وتبقى مستنداتك.`,
  ),
  "collections.remove.do": "إزالة",
  "collections.remove.keep": "إبقاء",
  "collections.removed": "تمت إزالة {name}.",
};
