import type { errors as english } from "../english/errors.js";
import type { Translation } from "../message.js";

/** What went wrong, by the code of the error, in Arabic. */
export const errors: Translation<typeof english> = {
  "errors.unknown": "لم ينجح ذلك. يُرجى إعادة المحاولة.",
  "errors.unsupported-format": "هذا النوع من الملفات غير مدعوم بعد.",
  "errors.format-mismatch": "اسم الملف يدل على محتوى غير المحتوى الذي فيه.",
  "errors.empty-file": "الملف فارغ.",
  "errors.damaged-file": "الملف تالف ولا يمكن فتحه.",
  "errors.too-large":
    "يحتوي الملف على نص أكثر مما يتسع له المتصفح دفعة واحدة. قسّمه إلى ملفات أصغر.",
  "errors.password-required": "الملف محمي ويحتاج إلى كلمة المرور الخاصة به.",
  "errors.nothing-to-read": "ليس فيه ما يمكن قراءته.",
  "errors.not-found": "لم يعد موجودًا هنا.",
  "errors.invalid-argument": "لا يمكن استخدام ذلك هنا.",
  "errors.timed-out": "استغرق ذلك وقتًا أطول من اللازم فتوقّف.",
  "errors.permission-required":
    "يبقى الملف على القرص، ولا بد أن يطلب المتصفح الإذن قبل قراءته من جديد.",
  "errors.page-stopped":
    "توقفت الصفحة مرتين أثناء العمل على هذا الملف، وقد يحتاج إلى ذاكرة أكبر مما هو متاح. يُرجى إعادة المحاولة أو إخراجه.",
  "errors.storage-full":
    "مساحة تخزين المتصفح ممتلئة. يُرجى حذف المستندات غير اللازمة ثم إعادة المحاولة.",
  "errors.storage-failed": "لم تعمل مساحة تخزين المتصفح. يُرجى إعادة تحميل الصفحة.",
  "errors.unsupported-browser": "ينقص هذا المتصفح شيء لازم هنا. يكفي لذلك متصفح أحدث.",
  "errors.assets-missing":
    "لم يُعثر على ملف تحتاج إليه ملفات PDF باليابانية والصينية وبعض اللغات الأخرى. ستُقرأ من جديد عندما يتوفر.",
  "errors.worker-failed": "توقّف جزء من هذه الصفحة عن العمل. يُرجى إعادة تحميل الصفحة.",
  "errors.closed": "أُغلق هذا قبل أن ينتهي.",
  "errors.outdated":
    "هناك إصدار أحدث من هذه الصفحة مفتوح في علامة تبويب أخرى. يُرجى إعادة تحميل هذه الصفحة.",
  "errors.no-documents": "لا يوجد مستند لطرح سؤال عنه. يُرجى إضافة مستند أولًا.",
  "errors.unknown-model": "لا يوجد نموذج معروف بهذا الاسم.",
  "errors.no-webgpu":
    "لا يستطيع هذا المتصفح استخدام معالج الرسومات على النحو الذي تحتاج إليه النماذج.",
  "errors.not-enough-memory": "ذاكرة هذا الجهاز لا تتسع للنموذج.",
  "errors.download-failed":
    "تعذّر تنزيل أحد الملفات. يُرجى التحقق من الاتصال ثم إعادة المحاولة؛ يُستأنف التنزيل من حيث توقّف.",
  "errors.device-lost": "توقّف معالج الرسومات عن الاستجابة. سيُحمَّل النموذج من جديد مع السؤال التالي.",
  "errors.context-exceeded": "السؤال أطول مما يتسع له هذا النموذج.",
  "errors.endpoint-failed": "الخادم الذي أُرسل إليه السؤال لم يُجب كما ينبغي.",
  "errors.model-failed": "تعطّل النموذج. يُرجى تحميله من جديد أو اختيار نموذج آخر.",
  "errors.invalid-data": "في أسئلة الاختبار خطأ. يُرجى تصحيحه ثم إعادة المحاولة.",
  "errors.internal": "حدث خطأ داخل هذه الصفحة. يُرجى إعادة تحميلها.",
};
