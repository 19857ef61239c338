import type { errors as english } from "../english/errors.js";
import type { Translation } from "../message.js";

/** What went wrong, by the code of the error, in Japanese. */
export const errors: Translation<typeof english> = {
  "errors.unknown": "うまくいきませんでした。もう一度お試しください。",
  "errors.unsupported-format": "この種類のファイルにはまだ対応していません。",
  "errors.format-mismatch": "ファイルの内容が、名前の示す種類と異なります。",
  "errors.empty-file": "ファイルは空です。",
  "errors.damaged-file": "ファイルが破損しているため、開けません。",
  "errors.too-large":
    "ブラウザーが一度に扱える量を超えるテキストです。小さなファイルに分割してください。",
  "errors.password-required": "ファイルは保護されています。パスワードが必要です。",
  "errors.nothing-to-read": "読み取れるものが含まれていません。",
  "errors.not-found": "すでにここにはありません。",
  "errors.invalid-argument": "ここでは使えません。",
  "errors.timed-out": "時間がかかりすぎたため、中止しました。",
  "errors.permission-required":
    "ファイルはディスクに置かれたままです。もう一度読み取る前に、ブラウザーでの許可が必要です。",
  "errors.page-stopped":
    "このファイルの処理中にページが二度停止しました。メモリーが足りない可能性があります。もう一度試すか、取り除いてください。",
  "errors.storage-full":
    "ブラウザーのストレージがいっぱいです。不要な文書を削除してから、もう一度お試しください。",
  "errors.storage-failed":
    "ブラウザーのストレージが正しく動作しませんでした。ページを再読み込みしてください。",
  "errors.unsupported-browser":
    "このブラウザーには必要な機能がありません。新しいブラウザーをお使いください。",
  "errors.assets-missing":
    "日本語、中国語、その他いくつかの言語の PDF に必要なファイルが見つかりませんでした。見つかりしだい、もう一度読み取ります。",
  "errors.worker-failed":
    "このページの一部が動作しなくなりました。ページを再読み込みしてください。",
  "errors.closed": "完了する前に閉じられました。",
  "errors.outdated":
    "このページの新しいバージョンが別のタブで開いています。このページを再読み込みしてください。",
  "errors.no-documents": "質問の対象となる文書がありません。先に文書を追加してください。",
  "errors.unknown-model": "この名前のモデルはありません。",
  "errors.no-webgpu": "このブラウザーでは、モデルに必要な方法でグラフィックチップを使えません。",
  "errors.not-enough-memory": "このデバイスのメモリが、モデルに対して足りません。",
  "errors.download-failed":
    "ファイルを取得できませんでした。接続を確認して、もう一度お試しください。中断したところから再開します。",
  "errors.device-lost":
    "グラフィックチップが応答しなくなりました。次に質問すると、モデルをもう一度読み込みます。",
  "errors.context-exceeded": "このモデルには質問が長すぎます。",
  "errors.endpoint-failed": "質問の送信先のサーバーから、正しい応答がありませんでした。",
  "errors.model-failed":
    "モデルでエラーが起きました。もう一度読み込むか、別のモデルを選んでください。",
  "errors.invalid-data": "テスト用の質問に誤りがあります。修正してから、もう一度お試しください。",
  "errors.internal": "このページの内部でエラーが起きました。ページを再読み込みしてください。",
};
