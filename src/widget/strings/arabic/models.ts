import type { models as english } from "../english/models.js";
import type { Translation } from "../message.js";
import { oneTwoMore } from "./forms.js";

/** Models and where they come from, in Arabic. */
export const models: Translation<typeof english> = {
  "models.title": "النموذج",
  "models.about":
    "دون نموذج، تُعرض للسؤال المقاطع الأنسب له. أما النموذج فيقرؤها، ويواصل البحث عند الحاجة، ويكتب إجابة؛ ولا تُعدّ أي جملة مدعومة قبل التحقق منها في مستنداتك.",
  "models.now": "الآن",
  "models.none": "لم يُحمَّل أي نموذج.",
  "models.answers": "يجيب {name}.",
  "models.local": "يعمل على هذا الجهاز؛ لا يُرسَل شيء.",
  "models.sends": "تُرسَل أسئلتك ونصوص من مستنداتك إلى {address}.",
  "models.unload": "إلغاء التحميل",
  "models.unloaded": "تم إلغاء تحميل النموذج.",
  "models.loading": "جارٍ تحميل {name}",
  "models.loading.said": "جارٍ تحميل {name}.",
  "models.ready.said": "أصبح {name} جاهزًا.",
  "models.cancelled": "تم الإلغاء.",
  "models.failed": "تعذّر تحميل النموذج. يُرجى إعادة المحاولة.",
  "models.progress.starting": "جارٍ البدء…",
  "models.progress.preparing": "جارٍ التجهيز…",
  "models.progress.checking": "جارٍ التجربة…",
  "models.progress.of": "{loaded} من {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "ما تم تنزيله يبقى محفوظًا عند الإلغاء أو إغلاق الصفحة، ويُستأنف التنزيل من حيث توقّف. الملفات غير المكتملة تُجلب من جديد.",

  "models.device.title": "على هذا الجهاز",
  "models.device.looking": "جارٍ النظر في ما يستطيع هذا الجهاز تشغيله…",
  "models.device.list": "النماذج لهذا الجهاز",
  "models.device.all": oneTwoMore("عرض النموذج", "عرض النموذجين", "عرض كل النماذج الـ{count}"),
  "models.obstacle.graphics":
    "لا يتيح هذا المتصفح معالج الرسومات لصفحات الويب (WebGPU). يُرجى تفعيل تسريع الأجهزة في إعداداته، أو استخدام إصدار حديث من Chrome أو Edge أو Firefox أو Safari.",
  "models.obstacle.software":
    "يحسب هذا المتصفح الرسومات على المعالج، وهذا أبطأ من أن يناسب نموذجًا يعمل عبر WebGPU. نموذج صغير مصنوع للمعالج أسرع هنا.",
  "models.obstacle.device":
    "ما يتيحه هذا المتصفح من رسومات وذاكرة ومساحة تخزين لا يكفي للنماذج التي تعمل على معالج الرسومات. يُرجى استخدام نموذج صغير مصنوع للمعالج، أو جهاز آخر.",
  "models.obstacle.list": "تعذّر تحميل قائمة النماذج. يُرجى التحقق من الاتصال وإعادة المحاولة.",
  "models.offer.suits": "مناسب لهذا الجهاز",
  "models.offer.memory": "يحتاج إلى نحو {size} من الذاكرة",
  "models.offer.graphics": "يعمل على معالج الرسومات",
  "models.offer.processor": "يعمل على المعالج، ببطء",
  "models.offer.license": "رخصة {name}",
  "models.offer.tooLarge": "أكبر مما يتيحه هذا المتصفح.",
  "models.offer.partial": "{stored} من {total} موجودة على هذا الجهاز؛ يُستأنف التنزيل من هناك.",
  "models.offer.download": "تنزيل",
  "models.offer.download.name": "تنزيل {name}",
  "models.offer.load": "تحميل",
  "models.offer.load.name": "تحميل {name}",
  "models.offer.goOn": "متابعة",
  "models.offer.goOn.name": "متابعة تنزيل {name}",
  "models.offer.delete": "حذف من هذا الجهاز ({size})",
  "models.offer.needs": "حجم التنزيل {download}، ويحتاج إلى نحو {memory} من الذاكرة",
  "models.offer.needs.stored": "على هذا الجهاز ({stored})، ويحتاج إلى نحو {memory} من الذاكرة",
  "models.deleted": "تم حذف {name} من هذا الجهاز.",
  "models.agree": "تنزيل",
  "models.agree.question":
    "هل تريد تنزيل {size} من {folder}؟ يُحفظ في مساحة تخزين هذا المتصفح إلى أن تحذفه.",
  "models.agree.rest":
    "{stored} من {size} موجودة على هذا الجهاز. هل تريد تنزيل الباقي من {folder}؟ يُحفظ في مساحة تخزين هذا المتصفح إلى أن تحذفه.",
  "models.agree.download": "تنزيل {size}",
  "models.agree.not": "ليس الآن",
  "models.folder": "المجلد الذي تأتي منه الملفات",
  "models.folder.about":
    "لا تتضمن هذه الصفحة نموذجًا، ولا يُسمح لها بالجلب إلا من {hosts}: يُرجى وضع ملفات النموذج في مجلد هناك.",
  "models.folder.elsewhere":
    "تُجلب النماذج من {host}. لا تتضمن هذه الصفحة نموذجًا، ولا يُسمح لها بالجلب إلا من {hosts}.",
  "models.folder.fault":
    "لا تسمح قواعد هذه الصفحة لها بالجلب إلا من {hosts}. يُرجى تحديد مجلد هناك، مثل ./models/.",
  "models.stored.total": "تشغل النماذج {size} على هذا الجهاز.",
  "models.stored.none": "لا يوجد نموذج مخزَّن على هذا الجهاز.",
  "models.stored.list": "النماذج المخزَّنة على هذا الجهاز",
  "models.stored.others": "نماذج أخرى مخزَّنة على هذا الجهاز",
  "models.stored.delete": "حذف",
  "models.stored.delete.name": "حذف {name} من هذا الجهاز",

  "models.builtIn.title": "مدمج في هذا المتصفح",
  "models.builtIn.about":
    "نموذج المتصفح نفسه. يعمل على هذا الجهاز؛ وقد يحتاج المتصفح إلى جلبه أولًا.",
  "models.builtIn.use": "استخدام نموذج المتصفح",
  "models.builtIn.name": "النموذج المدمج في المتصفح",

  "models.endpoint.title": "خادم خاص بك",
  "models.endpoint.open": "الاتصال بخادم متوافق مع OpenAI",
  "models.endpoint.sends":
    "{warning} وتُرسَل إلى العنوان أدناه. لا يُستحسن استخدام ذلك إلا مع خادم موثوق.",
  "models.endpoint.sends.warning": "عندئذٍ تغادر أسئلتك ونصوص من مستنداتك هذه الصفحة",
  "models.endpoint.rules":
    "لا تسمح قواعد هذه الصفحة لها بالاتصال إلا بـ {hosts}، فلا بد أن يجيب الخادم تحت عنوان هذا الموقع نفسه.",
  "models.endpoint.rules.more":
    "لا تسمح قواعد هذه الصفحة لها بالاتصال إلا بـ {hosts}، فلا بد أن يجيب الخادم هناك.",
  "models.endpoint.address": "العنوان",
  "models.endpoint.model": "النموذج {note}",
  "models.endpoint.model.note": "(أول نموذج لديه، ما لم يُذكر اسم)",
  "models.endpoint.key": "المفتاح {note}",
  "models.endpoint.key.note": "(إن طلبه الخادم؛ يُحفظ ما دامت هذه الصفحة مفتوحة فقط)",
  "models.endpoint.advanced": "إعدادات متقدمة",
  "models.endpoint.context": "عدد الرموز التي يقرؤها دفعة واحدة {note}",
  "models.endpoint.context.note": "(ما يعلنه الخادم، وإلا {number})",
  "models.endpoint.context.about":
    "طول السياق الذي يشغّل به الخادم النموذج. لا يعلن Ollama طوله، ويحذف ما زاد عليه دون تنبيه: يُرجى كتابة رقمه هنا، لا أكثر منه أبدًا.",
  "models.endpoint.connect": "الاتصال وإرسال النص إلى هناك",
  "models.endpoint.name": "خادمك",
  "models.endpoint.fault.address": "يُرجى كتابة عنوان الخادم، مثل {example}.",
  "models.endpoint.fault.elsewhere":
    "لا تسمح قواعد هذه الصفحة لها بالاتصال إلا بـ {hosts}. يُرجى جعل الخادم يجيب تحت عنوان هذا الموقع نفسه، أو تقديم نسخة خاصة بك من هذه الصفحة تتضمن قواعدها {host}.",
  "models.endpoint.fault.context":
    "يُرجى كتابة عدد الرموز التي يقرؤها النموذج دفعة واحدة عددًا صحيحًا من {least} إلى {most}، أو ترك الحقل فارغًا.",
};
