import type { widget as english } from "../english/widget.js";
import type { Translation } from "../message.js";

/** The frame around everything: panes, dialogs, modes, in Japanese. */
export const widget: Translation<typeof english> = {
  "widget.name": "Pagehound",
  "widget.panes": "画面の切り替え",
  "widget.panes.documents": "文書",
  "widget.panes.ask": "質問",
  "widget.panes.search": "検索",
  "widget.panes.page": "ページ",
  "widget.pageWidth": "ページの幅",
  "widget.drop": "ドロップして追加",

  // Before there is any document.
  "widget.empty.drop": "検索したい文書をここにドロップ",
  "widget.empty.choose": "検索したい文書を選択",
  "widget.empty.what":
    "PDF、テキスト、Markdown、HTML、CSVのファイルや、フォルダー全体を追加できます。どの結果からも元のページが開き、該当する箇所に印が付きます。",
  "widget.empty.files": "ファイルを選択",
  "widget.empty.folder": "フォルダーを選択",
  "widget.empty.samples": "サンプルを試す",
  "widget.empty.samples.fetching": "サンプルを取得しています…",
  "widget.pick.files": "追加するファイル",
  "widget.pick.folder": "追加するフォルダー",

  // What is to be known.
  "widget.notices": "お知らせ",
  "widget.notices.dismiss": "閉じる",
  "widget.notices.show": "{count}件すべて表示",
  "widget.assets.missing":
    "日本語、中国語、その他いくつかの言語の PDF に必要なものが {url} に見つかりませんでした。「assets」フォルダーを確認してください。",
  "widget.lost.outdated":
    "このページの新しいバージョンが開いています。続けるには再読み込みしてください。",
  "widget.lost.storage":
    "このページが保存していたものを、ブラウザーが削除しました。再読み込みして残っているものを確認し、なくなったものは追加し直してください。",
  "widget.lost.reload": "再読み込み",
  "widget.failure.title": "文書を開けませんでした",
  "widget.failure.safe": "何も削除されていません。以前に追加した文書はそのまま残っています。",
  "widget.answerNotKept": "回答を保存できませんでした。{reason}",
  "widget.ask.reading":
    "最初の文書をまだ読み取っています。しばらくしてから、もう一度質問してください。",
  "widget.ask.noDocuments": "質問の対象となる文書がありません。先に文書を追加してください。",
};
