import type { documents as english } from "../english/documents.js";
import type { Translation } from "../message.js";
import { document, file, otherFile, page, part, rareWord, scannedPage } from "./counted.js";
import { oneTwoMore, phrase } from "./forms.js";

const undo = "يمكن التراجع عن ذلك خلال عشر ثوانٍ.";
const undoReplacing = "يمكن التراجع عن ذلك خلال عشرين ثانية.";
const mistakes = "وقد تكون فيه أخطاء.";

/** The list of documents, adding files, and what came of it, in Arabic. */
export const documents: Translation<typeof english> = {
  "documents.title": "المستندات",
  "documents.list": "كل المستندات",
  "documents.hide": "إخفاء قائمة المستندات",
  "documents.add.files": "إضافة ملفات",
  "documents.add.folder": "إضافة مجلد",
  "documents.selected": "المحدَّد: {count}",
  "documents.selected.clear": "إلغاء التحديد",
  "documents.resume": "استئناف القراءة",
  "documents.notAdded": phrase(file.governed, (files) => `لم تتم إضافة ${files}`),
  "documents.notAdded.goTo": "الانتقال إليها في نهاية القائمة",

  // A document's row, and why it is not as usual.
  "documents.row.pick": "البحث في {name}",
  "documents.row.delete": "حذف {name}",
  "documents.row.readingAgain": "جارٍ إعادة قراءة {name}",
  "documents.row.searchable": "{searchable} من {count} قابلة للبحث",
  "documents.row.linked": "يبقى على القرص: يُقرأ من هناك ولا يُنسخ.",
  "documents.row.sameContent": "محتواه هو نفسه محتوى {name}.",
  "documents.partial.onlyPage": "صفحته الوحيدة ممسوحة ضوئيًا؛ لا يمكن البحث في نصها.",
  "documents.partial.allPages": oneTwoMore(
    "صفحته الوحيدة ممسوحة ضوئيًا؛ لا يمكن البحث في نصها.",
    "صفحتاه ممسوحتان ضوئيًا؛ لا يمكن البحث في نصهما.",
    "كل صفحاته الـ{count} ممسوحة ضوئيًا؛ لا يمكن البحث في نصها.",
  ),
  "documents.partial.pages": phrase(
    page.governed,
    (pages) => `يمكن البحث في {searchable} من ${pages}؛ {reasons}.`,
  ),
  "documents.partial.parts": phrase(
    part.governed,
    (parts) => `يمكن البحث في {searchable} من ${parts}؛ {reasons}.`,
  ),
  "documents.partial.scanned": oneTwoMore(
    "واحدة ممسوحة ضوئيًا",
    "اثنتان ممسوحتان ضوئيًا",
    "{count} ممسوحة ضوئيًا",
  ),
  "documents.partial.unreadable": oneTwoMore(
    "واحدة تعذّرت قراءتها",
    "اثنتان تعذّرت قراءتهما",
    "{count} تعذّرت قراءتها",
  ),
  "documents.partial.empty": oneTwoMore("واحدة فارغة", "اثنتان فارغتان", "{count} فارغة"),
  "documents.leftOut": phrase(
    rareWord.governed,
    (words) =>
      `البحث بالكلمات لا يشمل ${words} تقريبًا، معظمها معرّفات وأرقام، ويجدها البحث بالأنماط.`,
  ),
  "documents.recognised.all": `نص كل صفحاته ناتج عن التعرّف على النص في صفحات ممسوحة ضوئيًا، ${mistakes}`,
  "documents.recognised.some": phrase(
    page.governed,
    (pages) =>
      `نص {recognised} من ${pages} ناتج عن التعرّف على النص في صفحات ممسوحة ضوئيًا، ${mistakes}`,
  ),

  // A document that is read again; the states stand inside the two sentences.
  "documents.renewal.again": "إعادة القراءة: {state}",
  "documents.renewal.version": "إصدار جديد: {state}",
  "documents.renewal.progress": "{done} من {count}",
  "documents.renewal.waiting": "في الانتظار · {size}",
  "documents.renewal.waiting.pages": "في الانتظار · {pages}",
  "documents.renewal.paused": "إيقاف مؤقت",
  "documents.renewal.paused.pages": "إيقاف مؤقت · {pages}",
  "documents.renewal.indexing": "جارٍ التجهيز للبحث",

  // A file on its way.
  "documents.state.waiting": "في الانتظار · {size}",
  "documents.state.waiting.pages": "في الانتظار · {pages}",
  "documents.state.paused": "متوقف مؤقتًا",
  "documents.state.paused.pages": "متوقف مؤقتًا · {pages}",
  "documents.state.indexing": "جارٍ التجهيز للبحث",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": phrase(page.governed, (pages) => `{done} من ${pages}`),
  "documents.state.pagesRead": phrase(page.governed, (pages) => `تمت قراءة ${pages}`),
  "documents.state.password.asked": "يحتاج إلى كلمة مرور",
  "documents.state.password.wrong": "كلمة مرور خاطئة",
  "documents.state.password.checking": "جارٍ تجربة كلمة المرور",
  "documents.held.noRoom": "لا توجد مساحة",
  "documents.held.permission": "يحتاج إلى إذنك",
  "documents.held.stopped": "أوقف الصفحة",
  "documents.held.other": "لا تمكن المتابعة بعد",
  "documents.refused.unsupported": "غير مدعوم بعد",
  "documents.refused.mismatch": "ليس كما يدل اسمه",
  "documents.refused.empty": "فارغ",
  "documents.refused.damaged": "تالف",
  "documents.refused.tooLarge": "كبير جدًا",
  "documents.refused.nothingToRead": "تعذّرت قراءة أي صفحة",
  "documents.refused.timedOut": "طال فتحه أكثر من اللازم",
  "documents.refused.other": "تعذّرت قراءته",
  "documents.file.reading": "جارٍ قراءة {name}",
  "documents.file.takeOut": "إزالة {name} من القائمة",
  "documents.file.takeOut.refused": "إزالته من القائمة",
  "documents.file.takeOut.waiting": "إزالته من القائمة: لن يُضاف",
  "documents.file.takenOut": "تمت إزالة {name} من القائمة.",
  "documents.file.allow": "السماح بقراءة {name}",
  "documents.file.allow.short": "السماح بقراءته",
  "documents.file.retry": "إعادة محاولة {name}",
  "documents.file.first": "قراءة {name} أولًا",
  "documents.file.first.short": "قراءة هذا الملف أولًا",
  "documents.file.isFirst": "سيُقرأ {name} أولًا.",

  // The files that could not be read.
  "documents.unread": phrase(file.governed, (files) => `تعذّرت قراءة ${files}`),
  "documents.unread.list": "ملفات تعذّرت قراءتها",
  "documents.unread.clear": "مسح",
  "documents.unread.clear.list": "مسح قائمة الملفات التي تعذّرت قراءتها",

  // All the work.
  "documents.queue.title": "الملفات قيد القراءة",
  "documents.queue.all": "كل الملفات",
  "documents.queue.reading": {
    ...phrase(file.governed, (files) => `جارٍ قراءة الملف {number} من ${files}`),
    one: "جارٍ قراءة ملف واحد",
  },
  "documents.queue.paused": phrase(file.subject, (files) => `متوقف مؤقتًا · ${files} للقراءة`),
  "documents.queue.takingIn": phrase(file.governed, (files) => `جارٍ استلام ${files}`),
  "documents.queue.keepOpen": "يُرجى إبقاء هذه الصفحة مفتوحة حتى يكتمل استلامها",
  "documents.queue.pause": "إيقاف مؤقت",
  "documents.queue.isPaused": "توقّفت القراءة مؤقتًا. ما قُرئ محفوظ.",
  "documents.queue.resume": "استئناف",
  "documents.queue.isResumed": "استُؤنفت القراءة.",
  "documents.queue.stop": "إيقاف",
  "documents.queue.stop.what": "إزالة الباقي من القائمة؛ ما اكتمل يبقى",
  "documents.queue.otherTab": "تجري قراءتها في علامة تبويب أخرى.",
  "documents.queue.goesOn": "المتابعة من حيث توقّفت القراءة.",

  // Adding.
  "documents.adding": phrase(file.governed, (files) => `جارٍ إضافة ${files}.`),
  "documents.adding.nothing": "لا يوجد ما يُضاف: لا ملفات، أو ملفات مخفية فقط.",
  "documents.adding.unreadable": {
    zero: "تعذّرت قراءة {count} عنصر",
    one: "تعذّرت قراءة عنصر واحد",
    two: "تعذّرت قراءة عنصرين",
    few: "تعذّرت قراءة {count} عناصر",
    many: "تعذّرت قراءة {count} عنصرًا",
    other: "تعذّرت قراءة {count} عنصر",
  },
  "documents.adding.notAllowed": "لم يُسمح للمتصفح بقراءته.",
  "documents.samples.failed": "تعذّر تحميل الأمثلة من هذا الموقع. يُرجى إعادة المحاولة بعد قليل.",
  "documents.stopped": phrase(file.governed, (files) => `تم الإيقاف. لم تتم إضافة ${files}.`),
  "documents.stopped.others": phrase(
    otherFile.governed,
    (files) => `تلزم إضافة ${files} من القرص من جديد.`,
  ),
  "documents.stopped.again": oneTwoMore(
    "للمتابعة، تلزم إضافته من جديد.",
    "للمتابعة، تلزم إضافتهما من جديد.",
    "للمتابعة، تلزم إضافتها من جديد.",
  ),
  "documents.stopped.continue": "متابعة",

  // What came of it.
  "documents.report.said": phrase(document.subject, (ready) => `جاهز للبحث: ${ready}.`),
  "documents.report.ready": phrase(document.subject, (ready) => `جاهز للبحث: ${ready}`),
  "documents.report.unread": phrase(file.governed, (files) => `تعذّرت قراءة ${files}`),
  "documents.report.readyAndUnread": "{ready}؛ {unread}",
  "documents.report.nothingNew": oneTwoMore(
    "هذا الملف موجود هنا من قبل ولم يتغيّر.",
    "هذان الملفان موجودان هنا من قبل ولم يتغيّرا.",
    "هذه الملفات موجودة هنا من قبل ولم تتغيّر.",
  ),
  "documents.report.unchanged": phrase(
    file.subject,
    (files) => `موجود هنا من قبل دون تغيير: ${files}.`,
  ),
  "documents.report.named": "{name}: {message}",
  "documents.report.unsupported": phrase(
    file.subject,
    (files) => `من نوع لا تمكن قراءته بعد: ${files}.`,
  ),
  "documents.report.mismatch": phrase(
    file.subject,
    (files) => `المحتوى ليس كما يدل الاسم: ${files}.`,
  ),
  "documents.report.empty": {
    zero: "لا ملفات فارغة.",
    one: "ملف واحد فارغ.",
    two: "ملفان فارغان.",
    few: "{count} ملفات فارغة.",
    many: "{count} ملفًا فارغًا.",
    other: "{count} ملف فارغ.",
  },
  "documents.report.damaged": {
    zero: "لا ملفات تالفة.",
    one: "ملف واحد تالف.",
    two: "ملفان تالفان.",
    few: "{count} ملفات تالفة.",
    many: "{count} ملفًا تالفًا.",
    other: "{count} ملف تالف.",
  },
  "documents.report.nothingToRead": phrase(
    file.governed,
    (files) => `تعذّرت قراءة أي صفحة من ${files}.`,
  ),
  "documents.report.timedOut": phrase(file.governed, (files) => `طال فتح ${files} أكثر من اللازم.`),
  "documents.report.other": phrase(file.governed, (files) => `تعذّرت قراءة ${files}.`),
  "documents.report.partial": phrase(
    document.governed,
    (partial) => `لا يمكن البحث في كل صفحات ${partial}: {pages}.`,
  ),
  "documents.report.partial.scanned": scannedPage.subject,
  "documents.report.partial.unreadable": {
    zero: "لا صفحات تعذّرت قراءتها",
    one: "صفحة واحدة تعذّرت قراءتها",
    two: "صفحتان تعذّرت قراءتهما",
    few: "{count} صفحات تعذّرت قراءتها",
    many: "{count} صفحة تعذّرت قراءتها",
    other: "{count} صفحة تعذّرت قراءتها",
  },
  "documents.report.recognised": phrase(
    document.governed,
    (recognised) => `تم التعرّف على نص {pages} في ${recognised}، ${mistakes}`,
  ),
  "documents.report.recognised.pages": scannedPage.governed,
  "documents.report.same": "محتوى {name} هو نفسه محتوى {other}.",
  "documents.report.sameMany": {
    ...phrase(document.governed, (same) => `محتوى ${same} مطابق لمحتوى مستندات أخرى.`),
    one: "محتوى مستند واحد مطابق لمحتوى مستند آخر.",
  },

  // What a folder has no more.
  "documents.missing": phrase(
    document.subject,
    (missing) => `لم يعد موجودًا في المجلد {folder}: ${missing}`,
  ),
  "documents.missing.more": oneTwoMore(
    "{first} و{second} وواحد غيرهما",
    "{first} و{second} واثنان غيرهما",
    "{first} و{second} و{count} غيرهما",
  ),
  "documents.missing.others": "كل ملفاته الأخرى موجودة هنا من قبل ولم تتغيّر.",
  "documents.missing.remove": oneTwoMore("إزالة المستند", "إزالة المستندين", "إزالة المستندات"),
  "documents.missing.keep": "إبقاء",

  // Deleting, and the way back.
  "documents.deleted": "تم الحذف",
  "documents.deleted.one": "تم حذف {name}",
  "documents.deleted.many": phrase(document.governed, (deleted) => `تم حذف ${deleted}`),
  "documents.deleted.one.said": `تم حذف {name}. ${undo}`,
  "documents.deleted.many.said": phrase(
    document.governed,
    (deleted) => `تم حذف ${deleted}. ${undo}`,
  ),
  "documents.replaced": "تم الاستبدال",
  "documents.replaced.one": "تم استبدال {name}",
  "documents.replaced.many": phrase(document.governed, (replaced) => `تم استبدال ${replaced}`),
  "documents.replaced.one.said": `تم استبدال {name} بإصداره الجديد. ${undoReplacing}`,
  "documents.replaced.many.said": phrase(
    document.governed,
    (replaced) => `تم استبدال ${replaced}. ${undoReplacing}`,
  ),
  "documents.restored.one": "تمت استعادة {name}.",
  "documents.restored.many": phrase(document.governed, (restored) => `تمت استعادة ${restored}.`),

  // Passwords.
  "documents.password": "كلمة المرور",
  "documents.password.of": "كلمة مرور {name}",
  "documents.password.open": "فتح",
  "documents.password.open.file": "فتح {name}",
  "documents.password.skip": "تخطّي",
  "documents.password.skip.file": "تخطّي {name}",
  "documents.password.skip.what": "لن يُضاف",
  "documents.password.skipped": "تم تخطّي {name}.",
  "documents.password.skipAll": "تخطّي الكل ({count})",
  "documents.password.skipAll.what": "لن تُضاف",
  "documents.password.skippedAll": phrase(file.governed, (files) => `تم تخطّي ${files}.`),
  "documents.password.needed": "يحتاج {name} إلى كلمة مرور",
  "documents.password.neededMany": phrase(
    file.governed,
    (files) => `كلمة المرور مطلوبة لفتح ${files}`,
  ),
  "documents.password.later": "لاحقًا؛ تبقى كلمة المرور مطلوبة في قائمة المستندات",
  "documents.password.wrong": "هذه ليست كلمة المرور الصحيحة. يُرجى تجربة كلمة أخرى.",
  "documents.password.checking": "جارٍ تجربة كلمة المرور…",
  "documents.password.use": "تُستخدم لقراءة الملف ولا تُحفظ.",
  "documents.password.use.more": phrase(
    otherFile.subject,
    (files) => `تُستخدم لقراءة الملف ولا تُحفظ. بعد هذا الملف: ${files}.`,
  ),

  // Room.
  "documents.room.none": "لا توجد مساحة للملف {name}",
  "documents.room.noneMany": phrase(file.governed, (files) => `لا توجد مساحة لإضافة ${files}`),
  "documents.room.missing": "تنقص {size} في مساحة التخزين التي يمنحها المتصفح لهذا الموقع.",
  "documents.room.needed": "تلزم {size}، وما يمنحه المتصفح لهذا الموقع أقل من ذلك.",
  "documents.room.largest": "أكبر المستندات هنا:",
  "documents.room.waiting": "ستُعاد المحاولة فور حذف المستندات المحذوفة نهائيًا.",
  "documents.room.clearing":
    "تُخلي المستندات المحذوفة مساحتها بعد نصف دقيقة، حين لا تعود استعادتها ممكنة.",
  "documents.room.leaveOut": oneTwoMore(
    "عدم إضافة الملف",
    "عدم إضافة الملفين",
    "عدم إضافة الملفات",
  ),
  "documents.storage.memory":
    "محفوظ في علامة التبويب هذه فقط: لا يسمح هذا المتصفح للصفحة بتخزين شيء. يزول كل شيء عند إغلاق علامة التبويب.",
  "documents.storage.used": "المستخدَم {used} من {granted} يمنحها المتصفح لهذا الموقع.",
  "documents.storage.kept": "يحتفظ بها المتصفح إلى أن تُحذف.",
  "documents.storage.mayGo":
    "قد يمسح المتصفح هذه البيانات حين تضيق المساحة. يُستحسن الاحتفاظ بالملفات نفسها أيضًا.",

  // Files that are read from their place on the disk.
  "documents.permission.asks":
    "يبقى {name} على القرص. لا بد أن يطلب المتصفح إذنك قبل أن تقرأه هذه الصفحة من جديد.",
  "documents.permission.refused":
    "لم يُسمح للمتصفح بقراءة {name}، فلا يمكن عرض صفحاته. ما زال البحث في نصه ممكنًا.",
  "documents.permission.allow": "السماح",

  // Files that somebody else has sent.
  "offers.title": phrase(file.governed, (files) => `أرسل تطبيق آخر ${files}`),
  "offers.about": "لا يُضاف شيء قبل موافقتك. تجاهل ما لم ترسله بنفسك.",
  "offers.as": "سيكون اسمه {name}",
  "offers.turnedAway": phrase(
    file.governed,
    (files) => `لم يُقبل ${files}: العدد أو الحجم أكبر مما يمكن أن ينتظر هنا.`,
  ),
  "offers.differs": oneTwoMore(
    "يوجد هنا مستند بهذا الاسم ومحتواه مختلف",
    "يوجد هنا مستندان بهذين الاسمين ومحتواهما مختلف",
    "المستندات الموجودة هنا بهذه الأسماء وبمحتوى مختلف: {count}",
  ),
  "offers.add": "إضافة",
  "offers.replace": "استبدال",
  "offers.both": "الاحتفاظ بكليهما",
  "offers.discard": "تجاهل",
  "offers.discarded": "تم التجاهل. لم يُضف شيء.",
};
