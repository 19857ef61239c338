import type { widget as english } from "../english/widget.js";
import type { Translation } from "../message.js";
import { oneTwoMore } from "./forms.js";

/** The frame around everything: panes, dialogs, modes, in Arabic. */
export const widget: Translation<typeof english> = {
  "widget.name": "Pagehound",
  "widget.panes": "اللوحات",
  "widget.panes.documents": "المستندات",
  "widget.panes.ask": "السؤال",
  "widget.panes.search": "البحث",
  "widget.panes.page": "الصفحة",
  "widget.pageWidth": "عرض الصفحة",
  "widget.drop": "الإفلات للإضافة",

  "widget.empty.drop": "يمكن إفلات المستندات هنا للبحث فيها",
  "widget.empty.choose": "يمكن اختيار مستندات للبحث فيها",
  "widget.empty.what":
    "ملفات PDF أو نصوص أو Markdown أو HTML أو CSV، أو مجلد كامل. كل نتيجة تفتح الصفحة التي جاءت منها، والمقطع فيها مميَّز.",
  "widget.empty.files": "اختيار ملفات",
  "widget.empty.folder": "اختيار مجلد",
  "widget.empty.samples": "تجربة الأمثلة",
  "widget.empty.samples.fetching": "جارٍ جلب الأمثلة…",
  "widget.pick.files": "الملفات المراد إضافتها",
  "widget.pick.folder": "المجلد المراد إضافته",

  "widget.notices": "الإشعارات",
  "widget.notices.dismiss": "إخفاء",
  "widget.notices.show": oneTwoMore("عرض التفاصيل", "عرض الاثنين", "عرض الكل ({count})"),
  "widget.assets.missing":
    "لم يُعثر في {url} على ما تحتاج إليه ملفات PDF باليابانية والصينية وبعض اللغات الأخرى. يُرجى التحقق من المجلد «assets».",
  "widget.lost.outdated": "هناك إصدار أحدث من هذه الصفحة مفتوح. للمتابعة، يُرجى إعادة التحميل.",
  "widget.lost.storage":
    "أزال المتصفح ما خزّنته هذه الصفحة. يُرجى إعادة التحميل لمعرفة ما بقي، ثم إضافة الباقي من جديد.",
  "widget.lost.reload": "إعادة التحميل",
  "widget.failure.title": "تعذّر فتح مستنداتك",
  "widget.failure.safe": "لم يُحذف شيء. المستندات التي أُضيفت من قبل باقية كما هي.",
  "widget.answerNotKept": "تعذّر حفظ الإجابة لوقت لاحق. {reason}",
  "widget.ask.reading": "ما زالت قراءة المستندات الأولى جارية. يُرجى إعادة السؤال بعد قليل.",
  "widget.ask.noDocuments": "لا يوجد مستند لطرح سؤال عنه. يُرجى إضافة مستند أولًا.",
};
