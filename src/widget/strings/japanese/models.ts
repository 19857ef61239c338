import type { models as english } from "../english/models.js";
import type { Translation } from "../message.js";

/** Models and where they come from, in Japanese. */
export const models: Translation<typeof english> = {
  "models.title": "モデル",
  "models.about":
    "モデルがない場合、質問には最も合う箇所を表示します。モデルがあると、それらの箇所を読み、必要に応じてさらに検索し、回答を作成します。どの文も、文書と照らし合わせてから、裏付けのあるものとして扱います。",
  "models.now": "現在のモデル",
  "models.none": "モデルは読み込まれていません。",
  "models.answers": "{name}が回答します。",
  "models.local": "このデバイスで動作し、何も送信しません。",
  "models.sends": "質問と文書のテキストは、{address}に送信されます。",
  "models.unload": "読み込みを解除",
  "models.unloaded": "モデルの読み込みを解除しました。",
  "models.loading": "{name}を読み込み中",
  "models.loading.said": "{name}を読み込んでいます。",
  "models.ready.said": "{name}の準備ができました。",
  "models.cancelled": "キャンセルしました。",
  "models.failed": "モデルを読み込めませんでした。もう一度お試しください。",
  "models.progress.starting": "開始しています…",
  "models.progress.preparing": "準備しています…",
  "models.progress.checking": "動作を確認しています…",
  "models.progress.of": "{loaded} / {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "キャンセルしたりページを閉じたりしても、ダウンロードした分は残り、次はその続きから始まります。途中までのファイルは、もう一度取得します。",

  "models.device.title": "このデバイスで動作",
  "models.device.looking": "このデバイスで動作するものを調べています…",
  "models.device.list": "このデバイス用のモデル",
  "models.device.all": "{count}個のモデルをすべて表示",
  "models.obstacle.graphics":
    "このブラウザーは、ウェブページにグラフィック機能（WebGPU）を提供していません。設定でハードウェアアクセラレーションを有効にするか、最新のChrome、Edge、Firefox、Safariをお使いください。",
  "models.obstacle.software":
    "このブラウザーはグラフィックをプロセッサで計算しているため、WebGPUでモデルを動かすには遅すぎます。ここでは、プロセッサ用の小さなモデルのほうが速く動作します。",
  "models.obstacle.device":
    "このブラウザーで使えるグラフィック機能、メモリ、ストレージは、グラフィックチップで動作するモデルには足りません。プロセッサ用の小さなモデルか、別のデバイスをお使いください。",
  "models.obstacle.list":
    "モデルの一覧を読み込めませんでした。接続を確認して、もう一度お試しください。",
  "models.offer.suits": "このデバイスに適しています",
  "models.offer.memory": "メモリ約{size}が必要",
  "models.offer.graphics": "グラフィックチップで動作",
  "models.offer.processor": "プロセッサで動作、低速",
  "models.offer.license": "{name}ライセンス",
  "models.offer.tooLarge": "このブラウザーで使える容量に対して大きすぎます。",
  "models.offer.partial":
    "{total}のうち{stored}がこのデバイスにあります。ダウンロードはその続きから始まります。",
  "models.offer.download": "ダウンロード",
  "models.offer.download.name": "{name}をダウンロード",
  "models.offer.load": "読み込む",
  "models.offer.load.name": "{name}を読み込む",
  "models.offer.goOn": "続ける",
  "models.offer.goOn.name": "{name}のダウンロードを続ける",
  "models.offer.delete": "このデバイスから削除（{size}）",
  "models.offer.needs": "ダウンロード{download}、メモリ約{memory}が必要",
  "models.offer.needs.stored": "このデバイスに保存済み（{stored}）、メモリ約{memory}が必要",
  "models.deleted": "{name}をこのデバイスから削除しました。",
  "models.agree": "ダウンロード",
  "models.agree.question":
    "{folder}から{size}をダウンロードしますか？削除するまで、このブラウザーのストレージに保存されます。",
  "models.agree.rest":
    "{size}のうち{stored}がこのデバイスにあります。足りない分を{folder}からダウンロードしますか？削除するまで、このブラウザーのストレージに保存されます。",
  "models.agree.download": "{size}をダウンロード",
  "models.agree.not": "今はしない",
  "models.folder": "ファイルの取得元フォルダー",
  "models.folder.about":
    "このページにはモデルが付属せず、取得できるのは{hosts}からだけです。そこのフォルダーにモデルのファイルを置いてください。",
  "models.folder.elsewhere":
    "モデルは{host}から取得します。このページにはモデルが付属せず、取得できるのは{hosts}からだけです。",
  "models.folder.fault":
    "このページの規則により、取得できるのは{hosts}からだけです。./models/のように、そこにあるフォルダーを指定してください。",
  "models.stored.total": "モデルはこのデバイスで{size}を使っています。",
  "models.stored.none": "このデバイスに保存されたモデルはありません。",
  "models.stored.list": "このデバイスに保存されたモデル",
  "models.stored.others": "このデバイスに保存されたほかのモデル",
  "models.stored.delete": "削除",
  "models.stored.delete.name": "{name}をこのデバイスから削除",

  "models.builtIn.title": "ブラウザーに内蔵",
  "models.builtIn.about":
    "ブラウザー自身のモデルです。このデバイスで動作します。先にブラウザーがモデルを取得することがあります。",
  "models.builtIn.use": "ブラウザーのモデルを使う",
  "models.builtIn.name": "ブラウザーの内蔵モデル",

  "models.endpoint.title": "自分のサーバー",
  "models.endpoint.open": "OpenAI互換のサーバーに接続",
  "models.endpoint.sends":
    "{warning}。送信先は下のアドレスです。信頼できるサーバーでのみ使ってください。",
  "models.endpoint.sends.warning": "質問と文書のテキストが、このページの外に送信されます",
  "models.endpoint.rules":
    "このページの規則により、接続できるのは{hosts}だけです。サーバーは、このサイトと同じアドレスで応答する必要があります。",
  "models.endpoint.rules.more":
    "このページの規則により、接続できるのは{hosts}だけです。サーバーは、そこで応答する必要があります。",
  "models.endpoint.address": "アドレス",
  "models.endpoint.model": "モデル{note}",
  "models.endpoint.model.note": "（指定がなければ、サーバーの最初のモデル）",
  "models.endpoint.key": "キー{note}",
  "models.endpoint.key.note": "（求められる場合のみ。このページを開いている間だけ保持）",
  "models.endpoint.advanced": "詳細設定",
  "models.endpoint.context": "一度に読むトークン数{note}",
  "models.endpoint.context.note": "（サーバーが示す値、なければ{number}）",
  "models.endpoint.context.about":
    "サーバーがモデルを動かすときのコンテキストの長さです。Ollamaはこの値を知らせず、超えた分を断りなく捨てます。Ollamaで設定した値をここに入力し、それより大きくしないでください。",
  "models.endpoint.connect": "接続してテキストを送信",
  "models.endpoint.name": "自分の接続先",
  "models.endpoint.fault.address": "{example}のように、接続先のアドレスを入力してください。",
  "models.endpoint.fault.elsewhere":
    "このページの規則により、接続できるのは{hosts}だけです。接続先がこのサイトと同じアドレスで応答するようにするか、{host}を規則に加えたこのページのコピーをご自身で公開してください。",
  "models.endpoint.fault.context":
    "モデルが一度に読むトークン数を{least}から{most}までの整数で入力するか、空欄にしてください。",
};
