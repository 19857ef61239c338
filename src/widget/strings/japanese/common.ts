import type { common as english } from "../english/common.js";
import type { Translation } from "../message.js";

/** Words that are used all over the interface, in Japanese. */
export const common: Translation<typeof english> = {
  "common.pages": "{count}ページ",
  "common.parts": "{count}パート",
  "common.documents": "{count}件の文書",
  "common.searches": "検索{count}回",
  "common.place.page": "{number}ページ",
  "common.place.part": "パート{number}",
  "common.time.few": "残り数秒",
  "common.time.seconds": "残り約{count}秒",
  "common.time.minutes": "残り約{count}分",
  "common.time.hours": "残り約{count}時間",
  "common.took.under": "{seconds}秒未満",
  "common.took.seconds": "{seconds}秒",
  "common.took.minutes": "{minutes}分{seconds}秒",
  "common.undo": "元に戻す",
  "common.delete": "削除",
  "common.close": "閉じる",
  "common.cancel": "キャンセル",
  "common.tryAgain": "再試行",
};
