import type { published as english } from "../english/published.js";
import type { Translation } from "../message.js";

/** Collections that others have published, and collections as files, in Japanese. */
export const published: Translation<typeof english> = {
  // On their way; their lines stand above the list of documents.
  "published.lines": "コレクション",
  "published.fetching": "{name}を取得中",
  "published.fetching.progress": "{name}を取得中 · 文書 {done} / {count}",
  "published.fetching.cancel": "{name}の取得を停止",
  "published.stopped": "{name}はまだすべて揃っていません。",
  "published.goOn": "続ける",
  "published.goOn.name": "{name}の取得を続ける",
  "published.failed": "{name}を取得できませんでした",
  "published.row.textOnly":
    "テキストだけがここにあります。ファイルそのものは付属していませんでした。",
  "published.row.notRead":
    "テキストはコレクションに付属していたもので、ここでファイルから読み取ったものではありません。",

  // Files.
  "collections.title": "コレクション",
  "collections.about":
    "コレクションは、複数の文書を1つにまとめたファイルです。どこで開いても、すぐに検索できます。",
  "collections.open": "コレクションのファイルを開く",
  "collections.open.pick": "開くコレクションのファイル",
  "collections.open.checking": "{name}を確認中 · 文書 {done} / {count}",
  "collections.open.storing": "{name}を追加中 · 文書 {done} / {count}",
  "collections.open.start": "{name}を開いています",
  "collections.open.cancel": "{name}を開くのを停止",
  "collections.open.added": "{count}件の文書を追加",
  "collections.open.replaced": "{count}件を置き換え",
  "collections.open.unchanged": "{count}件は追加済み",
  "collections.open.nothing": "このコレクションには文書がありません。",
  "collections.open.failed": "{name}は追加されませんでした",
  "collections.save.title": "新しいコレクションのタイトル",
  "collections.save.default": "文書",
  "collections.save.originals": "ファイルそのものを含める（{size}）",
  "collections.save.originals.about": "含めない場合、ほかの場所ではテキストだけを読めます。",
  "collections.save.do": "{count}件の文書をファイルに保存",
  "collections.save.leftOut": "{count}件の文書はファイルに含まれていません",
  "collections.save.start": "{name}を保存中",
  "collections.save.progress": "{name}を保存中 · 文書 {done} / {count}",
  "collections.save.cancel": "{name}の保存を停止",

  // Published ones, in the settings.
  "collections.published": "ウェブから",
  "collections.published.list": "公開されているコレクション",
  "collections.published.about":
    "文書はここに保存され、ここで検索されます。ファイルは、最初に開くときに取得します。",
  "collections.published.partly": "{count}件の文書（まだすべて揃っていません）",
  "collections.published.hidden": "{count}件をここで削除済み",
  "collections.published.checked": "最終確認：{day}",
  "collections.published.notHere": "ここにはありません。このページで提供されています。",
  "collections.fetch": "取得",
  "collections.fetch.name": "{name}を取得",
  "collections.look": "変更を確認",
  "collections.look.name": "{name}の変更を確認",
  "collections.look.running": "変更を確認しています…",
  "collections.look.same": "変更はありません。",
  "collections.look.fetched": "{count}件の文書を取得",
  "collections.look.gone": "{count}件は公開終了",
  "collections.remove": "削除",
  "collections.remove.name": "{name}を削除",
  "collections.remove.what":
    "{count}件の文書がこのデバイスから削除され、元に戻せません。ご自身の文書は残ります。",
  "collections.remove.do": "削除",
  "collections.remove.keep": "残す",
  "collections.removed": "{name}を削除しました。",
};
