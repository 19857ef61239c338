import type { viewer as english } from "../english/viewer.js";
import type { Translation } from "../message.js";

/** The page viewer, in Japanese. */
export const viewer: Translation<typeof english> = {
  "viewer.toolbar": "ページの操作",
  "viewer.close": "ページを閉じる",
  "viewer.previousPage": "前のページ",
  "viewer.nextPage": "次のページ",
  "viewer.more": "その他の操作",
  "viewer.zoomIn": "拡大",
  "viewer.zoomOut": "縮小",
  "viewer.fitWidth": "幅に合わせる",
  "viewer.fitPage": "ページ全体を表示",
  "viewer.pageInput": "ページ番号",
  "viewer.partInput": "パート番号",
  "viewer.opening": "開いています…",
  "viewer.loading": "読み込んでいます…",
  "viewer.partFailed":
    "ページ表示のこの部分を読み込めませんでした。接続を確認して、もう一度お試しください。",

  "viewer.page": "{number}ページ",
  "viewer.part": "パート{number}",
  "viewer.total": "/ {count}",
  "viewer.label": "{label}ページ",
  "viewer.pages": "{name}のページ",

  "viewer.unreadablePage": "このページは表示できません。",
  "viewer.slowPage": "このページは描画に時間がかかりすぎます。",
  "viewer.partlyDrawn":
    "このページは描画に時間がかかりすぎます。時間内に描画できた部分を表示しています。",
  "viewer.partlySelectable":
    "このページには選択できる量を超えるテキストがあります。最初の部分は選択できます。",
  "viewer.emptyPage": "このページにはテキストがありません。",
  "viewer.textOnly":
    "ファイルそのものはここにありません。これはファイルから読み取ったテキストです。",
  "viewer.notRead":
    "このテキストはコレクションに付属していたもので、ここでファイルから読み取ったものではありません。",
  "viewer.assetsMissing":
    "これらのページでは、文字や画像が欠けていたり、正しくなかったりすることがあります。{url} を読み込めませんでした。",
  "viewer.damaged": "このファイルは破損しているため、表示できません。",
  "viewer.workerFailed":
    "文書を描画する部分を開始できませんでした。ページを再読み込みしてください。",
  "viewer.couldNotOpen": "この文書を開けませんでした。{reason}",
  "viewer.passwordNeeded": "この文書を表示するには、パスワードが必要です。",
  "viewer.passwordWrong": "この文書のパスワードではありません。",
  "viewer.passwordLabel": "パスワード",
  "viewer.passwordSubmit": "開く",

  "viewer.marks": "印を付けた箇所",
  "viewer.previousMark": "印を付けた前の箇所",
  "viewer.nextMark": "印を付けた次の箇所",
  "viewer.marked": "{number}ページです。該当する箇所に印が付いています。",
  "viewer.markOf": "箇所 {number} / {count}",
  "viewer.unmarked": "このページでは、該当する箇所に正確に印を付けられませんでした。",
  "viewer.unmarkedOf": "{count}箇所のうち{unmarked}箇所に、正確に印を付けられませんでした。",

  "viewer.find": "この文書内を検索",
  "viewer.findPlaceholder": "この文書内を検索",
  "viewer.findPrevious": "前の一致",
  "viewer.findNext": "次の一致",
  "viewer.findClose": "検索を閉じる",
  "viewer.findNone": "見つかりません",
  "viewer.findInexact": "この一致には、ページ上で正確に印を付けられませんでした。",
  "viewer.findCount": "{at} / {count}",
  "viewer.findCount.more": "{at} / {count}件超",
  "viewer.findProgress": "{searched} / {count}を検索済み…",
  "viewer.findCovered.pages": "{count}ページ中{searched}ページを検索しました（{gaps}）。",
  "viewer.findCovered.parts": "{count}パート中{searched}パートを検索しました（{gaps}）。",
  "viewer.gaps.scanned": "スキャン{count}件",
  "viewer.gaps.unreadable": "読み取り不可{count}件",
  "viewer.gaps.empty": "空白{count}件",

  "viewer.panel": "見出しとページ",
  "viewer.panelClose": "サイドパネルを閉じる",
  "viewer.outline": "見出し",
  "viewer.outlineEmpty": "この文書には見出しがありません。",
  "viewer.thumbnails": "ページ",
};
