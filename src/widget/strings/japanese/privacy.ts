import type { privacy as english } from "../english/privacy.js";
import type { Translation } from "../message.js";

/** What is stored and sent, the network panel, and the settings, in Japanese. */
export const privacy: Translation<typeof english> = {
  "privacy.line": "すべてこのデバイス内にとどまります",
  "privacy.line.sends": "テキストを{host}に送信します",
  "privacy.title": "ここにとどまるもの、送信されるもの",
  "privacy.close.key": "{label}（{key}）",
  "privacy.part.failed":
    "ページのこの部分を読み込めませんでした。接続を確認して、もう一度お試しください。",

  "privacy.stored.title": "保存されるもの",
  "privacy.stored.nothing":
    "まだ何も保存されていません。文書は、このデバイスにある、このサイト用のブラウザーのストレージに保存されます。",
  "privacy.stored.nothing.memory":
    "まだ何も保存されていません。文書は、このデバイスにある、このタブのメモリに保存されます。",
  "privacy.stored.documents":
    "{count}件の文書（{size}）と、そこから読み取ったテキストが、このサイト用のブラウザーのストレージにあります。文書を削除すると、そのすべてが削除されます。",
  "privacy.stored.documents.memory":
    "{count}件の文書（{size}）と、そこから読み取ったテキストが、このタブのメモリにあります。文書を削除すると、そのすべてが削除されます。",
  "privacy.stored.more":
    "質問と回答も、会話を削除するまで同じ場所に保存されます。ダウンロードしたモデルは、「モデル」で削除するまで保存されます。",

  "privacy.sent.title": "送信されるもの",
  "privacy.sent.nothing":
    "文書の内容も、検索や質問の内容も、送信されません。ここで必要なファイルは、{hosts}からだけ取得します。",
  "privacy.sent.endpoint":
    "質問と文書のテキストは、{name}が回答する{host}に送信されます。これは、ご自身で接続した送信先です。モデルの読み込みを解除すると、それ以降は何も送信されません。ここで必要なファイルは、{hosts}からだけ取得します。",

  "network.check.title": "確認する",
  "network.check.about":
    "実際の使い方と同じように、確認用の小さな文書を読み取り、検索し、質問して、すべての通信の宛先を調べます。",
  "network.check.start": "今すぐ確認",
  "network.check.again": "もう一度確認",
  "network.check.cancel": "キャンセル",
  "network.check.cancelled": "確認をキャンセルしました。",
  "network.check.open": "確認用の文書の置き場を開いています…",
  "network.check.add": "確認用の文書を読み取っています…",
  "network.check.search": "文書を検索しています…",
  "network.check.ask": "文書について質問しています…",
  "network.check.watch": "すべての通信に気づけるかを試しています…",
  "network.check.none": "このサイトの外への通信は0件でした",
  "network.check.none.about":
    "このページを読み込んでからの{count}件の通信は、すべて{host}宛てでした。",
  "network.check.left": "このサイトの外への通信が{count}件ありました",
  "network.check.left.about":
    "このページを読み込んでから、このページ、またはページ上のほかのものが行った通信です。",
  "network.check.left.sentOn": "{address}（通信を別のサイトに転送）",
  "network.check.unsure": "確認を完了できませんでした",
  "network.check.unsure.about":
    "このサイトの外への通信は見つかっていませんが、すべてを確認できたわけではありません。",
  "network.check.unseen": "{count}件の通信は、監視を始める前に行われたため、宛先がわかりません。",
  "network.check.unnoticed": "次の部分の通信に気づけませんでした：{parts}。",
  "network.check.failed": "確認用の文書を扱えませんでした。{reason}",
  "network.check.stopped": "{count}件の通信は、このページの規則により、送信前に止められました。",

  "network.list.title": "このページを読み込んでからの通信",
  "network.list.all": "{count}件の通信、すべて{host}宛て。",
  "network.list.some": "{count}件の通信のうち、{left}件が別のサイト宛てでした。",
  "network.list.leftOut": "このサイト宛ての以前の通信{count}件は、すでに一覧にありません。",
  "network.list.label": "このページを読み込んでからの通信",
  "network.list.showAll": "{count}件の通信をすべて表示",
  "network.totals.label": "サイトごとの通信",
  "network.totals.site": "サイト",
  "network.totals.requests": "通信",
  "network.totals.size": "サイズ",
  "network.totals.sentOn": "別のサイト（{host}が転送）",
  "network.totals.stopped": "{count}件を停止",
  "network.totals.atLeast": "{size}以上",
  "network.request.other": "別のサイト",
  "network.request.stopped": "停止",
  "network.request.cached": "ブラウザー内のコピーから",
  "network.request.unknownSize": "サイズ不明",
  "network.from.page": "ページ",
  "network.from.documents": "文書",
  "network.from.reading": "読み取り",
  "network.from.search": "パターン検索",
  "network.from.asking": "質問",
  "network.from.viewer": "ページ表示",
  "network.from.model": "モデル",

  "network.unseen.title": "ここから見えないもの",
  "network.unseen.browser":
    "ブラウザー自身や拡張機能が送信するもの、および、このサイトが接続のないときのために保存したものが送信するもの。",
  "network.unseen.frames": "このページに埋め込まれた、ほかのページの通信。",
  "network.unseen.lasting": "開いたままの接続。ここでは使っていません。",
  "network.unseen.engine":
    "プロセッサで動作するモデルや、スキャンのテキスト認識が、このサイトの指定するフォルダーから自ら取得するファイル。",
  "network.unseen.sentOn": "このサイトが転送した通信の転送先（そこから応答がなかった場合）。",
  "network.unseen.ended": "途中で終了した処理の、最後の通信。",
  "network.unseen.before": "一覧を始める前に、このページの規則により止められたもの。",

  "settings.title": "設定",
  "settings.open": "設定",
  "settings.language": "言語",
  "settings.language.page": "ページまたはブラウザーに合わせる",
  "settings.theme": "外観",
  "settings.theme.system": "システムに合わせる",
  "settings.theme.light": "ライト",
  "settings.theme.dark": "ダーク",
  "settings.storage": "ストレージ",
  "settings.documents": "文書",
  "settings.documents.none": "文書はありません。",
  "settings.documents.count": "{count}件の文書、{size}",
  "settings.documents.delete": "すべての文書を削除",
  "settings.conversations": "会話",
  "settings.conversations.none": "会話はありません。",
  "settings.conversations.count": "{count}件の会話",
  "settings.conversations.delete": "すべての会話を削除",
  "settings.models": "このデバイスのモデル",
  "settings.models.choose": "モデルを選択",
  "settings.privacy": "ここにとどまるもの、送信されるもの",
  "settings.privacy.about": "このページを読み込んでからのすべての通信と、その宛先の確認。",
  "settings.privacy.open": "通信を表示",
};
