import type { privacy as english } from "../english/privacy.js";
import type { Translation } from "../message.js";
import { conversation, document, request } from "./counted.js";
import { oneTwoMore, phrase } from "./forms.js";

const sincePageLoaded = "الطلبات منذ تحميل هذه الصفحة";
const staysAndSent = "ما يبقى هنا، وما يُرسَل";

/** What is stored and sent, the network panel, and the settings, in Arabic. */
export const privacy: Translation<typeof english> = {
  "privacy.line": "كل شيء يبقى على هذا الجهاز",
  "privacy.line.sends": "يُرسَل النص إلى {host}",
  "privacy.title": staysAndSent,
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed": "تعذّر تحميل هذا الجزء من الصفحة. يُرجى التحقق من الاتصال وإعادة المحاولة.",

  "privacy.stored.title": "ما يُخزَّن",
  "privacy.stored.nothing":
    "لم يُخزَّن شيء بعد. ستُحفظ المستندات في مساحة تخزين هذا المتصفح لهذا الموقع، على هذا الجهاز.",
  "privacy.stored.nothing.memory":
    "لم يُخزَّن شيء بعد. ستُحفظ المستندات في ذاكرة علامة التبويب هذه، على هذا الجهاز.",
  "privacy.stored.documents": phrase(
    document.subject,
    (documents) =>
      `${documents} ({size}) مع النص المستخرج، في مساحة تخزين هذا المتصفح لهذا الموقع. حذف المستند يحذف كل ذلك.`,
  ),
  "privacy.stored.documents.memory": phrase(
    document.subject,
    (documents) =>
      `${documents} ({size}) مع النص المستخرج، في ذاكرة علامة التبويب هذه. حذف المستند يحذف كل ذلك.`,
  ),
  "privacy.stored.more":
    "وتُحفظ هناك أيضًا الأسئلة وإجاباتها إلى أن تُحذف محادثتها، وكل نموذج تم تنزيله إلى أن يُحذف من قسم النموذج.",

  "privacy.sent.title": "ما يُرسَل",
  "privacy.sent.nothing":
    "لا شيء من مستنداتك، ولا مما تبحث عنه أو تسأل عنه. الملفات اللازمة هنا تأتي من {hosts} فقط.",
  "privacy.sent.endpoint":
    "تُرسَل أسئلتك ونصوص من مستنداتك إلى {host}، حيث يجيب {name}، لأن الاتصال به كان باختيارك. عند إلغاء تحميل النموذج لا يُرسَل شيء بعد ذلك. الملفات اللازمة هنا تأتي من {hosts} فقط.",

  "network.check.title": "التحقق من ذلك",
  "network.check.about":
    "يقرأ التحقق مستندًا صغيرًا خاصًا به ويبحث فيه ويسأل عنه، كما في الاستخدام المعتاد، وينظر إلى أين يذهب كل طلب.",
  "network.check.start": "التحقق الآن",
  "network.check.again": "التحقق مرة أخرى",
  "network.check.cancel": "إلغاء",
  "network.check.cancelled": "تم إلغاء التحقق.",
  "network.check.open": "جارٍ فتح مجموعة للتجربة…",
  "network.check.add": "جارٍ قراءة مستند للتجربة…",
  "network.check.search": "جارٍ البحث فيه…",
  "network.check.ask": "جارٍ السؤال عنه…",
  "network.check.watch": "جارٍ التأكد من ملاحظة كل طلب…",
  "network.check.none": "لم يغادر أي طلب هذا الموقع",
  "network.check.none.about": oneTwoMore(
    "الطلب الوحيد منذ تحميل هذه الصفحة ذهب إلى {host}.",
    "الطلبان منذ تحميل هذه الصفحة ذهبا إلى {host}.",
    "كل الطلبات الـ{count} منذ تحميل هذه الصفحة ذهبت إلى {host}.",
  ),
  "network.check.left": {
    zero: "لم يغادر أي طلب هذا الموقع",
    one: "غادر طلب واحد هذا الموقع",
    two: "غادر طلبان هذا الموقع",
    few: "غادرت {count} طلبات هذا الموقع",
    many: "غادر {count} طلبًا هذا الموقع",
    other: "غادر {count} طلب هذا الموقع",
  },
  "network.check.left.about": "صدرت منذ تحميل هذه الصفحة، عنها أو عن شيء آخر فيها:",
  "network.check.left.sentOn": "{address}، الذي حوّل الطلب إلى موقع آخر",
  "network.check.unsure": "تعذّر إكمال التحقق",
  "network.check.unsure.about": "لا يُعرف طلب غادر هذا الموقع، لكن تعذّر التحقق من كل شيء:",
  "network.check.unseen": {
    zero: "لم يصدر أي طلب قبل بدء المراقبة.",
    one: "صدر طلب واحد قبل بدء المراقبة، ولا يُعرف إلى أين ذهب.",
    two: "صدر طلبان قبل بدء المراقبة، ولا يُعرف إلى أين ذهبا.",
    few: "صدرت {count} طلبات قبل بدء المراقبة، ولا يُعرف إلى أين ذهبت.",
    many: "صدر {count} طلبًا قبل بدء المراقبة، ولا يُعرف إلى أين ذهبت.",
    other: "صدر {count} طلب قبل بدء المراقبة، ولا يُعرف إلى أين ذهبت.",
  },
  "network.check.unnoticed": "لم تُلاحَظ طلبات هذا الجزء: {parts}.",
  "network.check.failed": "تعذّر العمل على المستند المخصص للتجربة. {reason}",
  "network.check.stopped": phrase(
    request.governed,
    (requests) => `منعت قواعد هذه الصفحة إرسال ${requests}.`,
  ),

  "network.list.title": sincePageLoaded,
  "network.list.all": oneTwoMore(
    "طلب واحد إلى {host}.",
    "طلبان، كلاهما إلى {host}.",
    "كل الطلبات الـ{count} إلى {host}.",
  ),
  "network.list.some": phrase(
    request.governed,
    (requests) => `عدد ما ذهب إلى مواقع أخرى: {left} من ${requests}.`,
  ),
  "network.list.leftOut": {
    zero: "لا طلبات سابقة إلى هذا الموقع خارج القائمة.",
    one: "طلب سابق واحد إلى هذا الموقع لم يعد مدرجًا.",
    two: "طلبان سابقان إلى هذا الموقع لم يعودا مدرجين.",
    few: "{count} طلبات سابقة إلى هذا الموقع لم تعد مدرجة.",
    many: "{count} طلبًا سابقًا إلى هذا الموقع لم تعد مدرجة.",
    other: "{count} طلب سابق إلى هذا الموقع لم تعد مدرجة.",
  },
  "network.list.label": sincePageLoaded,
  "network.list.showAll": oneTwoMore("عرض الطلب", "عرض الطلبين", "عرض كل الطلبات الـ{count}"),
  "network.totals.label": "الطلبات بحسب الموقع",
  "network.totals.site": "الموقع",
  "network.totals.requests": "الطلبات",
  "network.totals.size": "الحجم",
  "network.totals.sentOn": "موقع آخر، حوّلها إليه {host}",
  "network.totals.stopped": oneTwoMore("أُوقف واحد", "أُوقف اثنان", "أُوقف منها {count}"),
  "network.totals.atLeast": "{size} أو أكثر",
  "network.request.other": "موقع آخر",
  "network.request.stopped": "أُوقف",
  "network.request.cached": "من النسخة المحفوظة في هذا المتصفح",
  "network.request.unknownSize": "الحجم غير معروف",
  "network.from.page": "الصفحة",
  "network.from.documents": "المستندات",
  "network.from.reading": "القراءة",
  "network.from.search": "البحث بنمط",
  "network.from.asking": "السؤال",
  "network.from.viewer": "عارض الصفحات",
  "network.from.model": "النموذج",

  "network.unseen.title": "ما لا يمكن رؤيته من هنا",
  "network.unseen.browser":
    "ما يرسله المتصفح نفسه أو إضافاته، وما يرسله ما يحتفظ به هذا الموقع للاستخدام دون اتصال.",
  "network.unseen.frames": "ما تطلبه صفحات أخرى مضمَّنة في هذه الصفحة.",
  "network.unseen.lasting": "الاتصالات التي تبقى مفتوحة. لا يُنشأ أي منها هنا.",
  "network.unseen.engine":
    "الملفات التي يجلبها بنفسه نموذج يعمل على المعالج، أو التعرّف على النص في الصفحات الممسوحة ضوئيًا، من المجلد الذي يحدده لها هذا الموقع.",
  "network.unseen.sentOn": "إلى أين حوّل هذا الموقع طلبًا، حين لم يُجب شيء هناك.",
  "network.unseen.ended": "الطلبات الأخيرة لعمل أُنهي قبل اكتماله.",
  "network.unseen.before": "ما أوقفته قواعد هذه الصفحة قبل بدء القائمة.",

  "settings.title": "الإعدادات",
  "settings.open": "الإعدادات",
  "settings.language": "اللغة",
  "settings.language.page": "كما في الصفحة أو المتصفح",
  "settings.theme": "المظهر",
  "settings.theme.system": "كما في النظام",
  "settings.theme.light": "فاتح",
  "settings.theme.dark": "داكن",
  "settings.storage": "مساحة التخزين",
  "settings.documents": "المستندات",
  "settings.documents.none": "لا توجد مستندات.",
  "settings.documents.count": phrase(document.subject, (documents) => `${documents}، {size}`),
  "settings.documents.delete": "حذف كل المستندات",
  "settings.conversations": "المحادثات",
  "settings.conversations.none": "لا توجد محادثات.",
  "settings.conversations.count": conversation.subject,
  "settings.conversations.delete": "حذف كل المحادثات",
  "settings.models": "النماذج على هذا الجهاز",
  "settings.models.choose": "اختيار نموذج",
  "settings.privacy": staysAndSent,
  "settings.privacy.about": "كل طلب منذ تحميل هذه الصفحة، والتحقق من وجهات الطلبات.",
  "settings.privacy.open": "عرض الطلبات",
};
