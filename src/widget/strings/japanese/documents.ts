import type { documents as english } from "../english/documents.js";
import type { Translation } from "../message.js";

/** The list of documents, adding files, and what came of it, in Japanese. */
export const documents: Translation<typeof english> = {
  "documents.title": "文書",
  "documents.list": "すべての文書",
  "documents.hide": "文書の一覧を隠す",
  "documents.add.files": "ファイルを追加",
  "documents.add.folder": "フォルダーを追加",
  "documents.selected": "{count}件選択中",
  "documents.selected.clear": "解除",
  "documents.resume": "読み取りを再開",
  "documents.notAdded": "追加されていないファイル{count}個",
  "documents.notAdded.goTo": "一覧の最後にある、それらのファイルに移動",

  // A document's row, and why it is not as usual.
  "documents.row.pick": "{name}を検索の対象にする",
  "documents.row.delete": "{name}を削除",
  "documents.row.readingAgain": "{name}を再び読み取り中",
  "documents.row.searchable": "{searchable} / {count} 検索可",
  "documents.row.linked": "ディスクに置いたまま、そこから読み取ります。コピーはしません。",
  "documents.row.sameContent": "{name}と同じ内容です。",
  "documents.partial.onlyPage": "1ページだけの文書で、スキャンのためテキストを検索できません。",
  "documents.partial.allPages": "全{count}ページがスキャンのため、テキストを検索できません。",
  "documents.partial.pages": "{count}ページ中{searchable}ページを検索できます（{reasons}）。",
  "documents.partial.parts": "{count}パート中{searchable}パートを検索できます（{reasons}）。",
  "documents.partial.scanned": "スキャン{count}件",
  "documents.partial.unreadable": "読み取り不可{count}件",
  "documents.partial.empty": "空白{count}件",
  "documents.leftOut":
    "まれな語約{count}件（主に識別子や数字）は単語検索に含まれていません。パターン検索では見つかります。",
  "documents.recognised.all":
    "全ページのテキストは、スキャンから認識したものです。誤りがあるかもしれません。",
  "documents.recognised.some":
    "{count}ページ中{recognised}ページのテキストは、スキャンから認識したものです。誤りがあるかもしれません。",

  // A document that is read again; the states stand inside the two sentences.
  "documents.renewal.again": "再び読み取り：{state}",
  "documents.renewal.version": "新しいバージョン：{state}",
  "documents.renewal.progress": "{done} / {count}",
  "documents.renewal.waiting": "待機中 · {size}",
  "documents.renewal.waiting.pages": "待機中 · {pages}",
  "documents.renewal.paused": "一時停止中",
  "documents.renewal.paused.pages": "一時停止中 · {pages}",
  "documents.renewal.indexing": "検索の準備中",

  // A file on its way.
  "documents.state.waiting": "待機中 · {size}",
  "documents.state.waiting.pages": "待機中 · {pages}",
  "documents.state.paused": "一時停止中",
  "documents.state.paused.pages": "一時停止中 · {pages}",
  "documents.state.indexing": "検索の準備中",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": "{done} / {count}ページ",
  "documents.state.pagesRead": "{count}ページ読み取り済み",
  "documents.state.password.asked": "パスワードが必要",
  "documents.state.password.wrong": "パスワードが違います",
  "documents.state.password.checking": "パスワードを確認中",
  "documents.held.noRoom": "空き容量不足",
  "documents.held.permission": "許可が必要",
  "documents.held.stopped": "ページが停止しました",
  "documents.held.other": "まだ続けられません",
  "documents.refused.unsupported": "未対応の種類",
  "documents.refused.mismatch": "名前と内容が不一致",
  "documents.refused.empty": "空のファイル",
  "documents.refused.damaged": "破損",
  "documents.refused.tooLarge": "大きすぎるファイル",
  "documents.refused.nothingToRead": "読み取れるページなし",
  "documents.refused.timedOut": "開くのに時間がかかりすぎました",
  "documents.refused.other": "読み取り不可",
  "documents.file.reading": "{name}を読み取り中",
  "documents.file.takeOut": "{name}を外す",
  "documents.file.takeOut.refused": "一覧から外す",
  "documents.file.takeOut.waiting": "外す（追加されません）",
  "documents.file.takenOut": "{name}を外しました。",
  "documents.file.allow": "{name}の読み取りを許可",
  "documents.file.allow.short": "読み取りを許可",
  "documents.file.retry": "{name}を再試行",
  "documents.file.first": "{name}を先に読み取る",
  "documents.file.first.short": "先に読み取る",
  "documents.file.isFirst": "{name}を先に読み取ります。",

  // The files that could not be read.
  "documents.unread": "読み取れなかったファイル{count}個",
  "documents.unread.list": "読み取れなかったファイル",
  "documents.unread.clear": "消去",
  "documents.unread.clear.list": "読み取れなかったファイルの一覧を消去",

  // All the work.
  "documents.queue.title": "読み取るファイル",
  "documents.queue.all": "すべてのファイル",
  "documents.queue.reading": "{count}個中{number}個目を読み取り中",
  "documents.queue.paused": "一時停止中 · 残り{count}個のファイル",
  "documents.queue.takingIn": "{count}個のファイルを取り込み中",
  "documents.queue.keepOpen": "取り込みが終わるまで、このページを開いておいてください",
  "documents.queue.pause": "一時停止",
  "documents.queue.isPaused": "一時停止しました。読み取った分は残ります。",
  "documents.queue.resume": "再開",
  "documents.queue.isResumed": "読み取りを再開しました。",
  "documents.queue.stop": "停止",
  "documents.queue.stop.what": "残りを一覧から外します。準備ができたものは残ります",
  "documents.queue.otherTab": "別のタブで読み取っています。",
  "documents.queue.goesOn": "中断したところから続けます。",

  // Adding.
  "documents.adding": "{count}個のファイルを追加しています。",
  "documents.adding.nothing":
    "追加するものがありませんでした。ファイルがないか、隠しファイルだけでした。",
  "documents.adding.unreadable": "{count}個の項目を読み取れませんでした",
  "documents.adding.notAllowed": "ブラウザーに読み取りが許可されませんでした。",
  "documents.samples.failed":
    "このサイトからサンプルを読み込めませんでした。しばらくしてから、もう一度お試しください。",
  "documents.stopped": "停止しました。{count}個のファイルは追加されませんでした。",
  "documents.stopped.others":
    "ほか{count}個のファイルは、ディスク上の元の場所からもう一度追加する必要があります。",
  "documents.stopped.again": "続けるには、もう一度追加してください。",
  "documents.stopped.continue": "続ける",

  // What came of it.
  "documents.report.said": "{count}件の文書の準備ができました。",
  "documents.report.ready": "{count}件の文書の準備ができました",
  "documents.report.unread": "{count}個のファイルを読み取れませんでした",
  "documents.report.readyAndUnread": "{ready}。{unread}",
  "documents.report.nothingNew": "同じ内容のまま、すでに追加されています。",
  "documents.report.unchanged": "{count}個のファイルは、同じ内容のまま、すでに追加されていました。",
  "documents.report.named": "{name}：{message}",
  "documents.report.unsupported": "{count}個のファイルは、まだ対応していない種類です。",
  "documents.report.mismatch": "{count}個のファイルは、内容が名前と一致しません。",
  "documents.report.empty": "{count}個のファイルは空です。",
  "documents.report.damaged": "{count}個のファイルは破損しています。",
  "documents.report.nothingToRead": "{count}個のファイルには、読み取れるページがありません。",
  "documents.report.timedOut": "{count}個のファイルは、開くのに時間がかかりすぎました。",
  "documents.report.other": "{count}個のファイルを読み取れませんでした。",
  "documents.report.partial": "{count}件の文書は一部だけ検索できます（{pages}）。",
  "documents.report.partial.scanned": "スキャン{count}ページ",
  "documents.report.partial.unreadable": "読み取り不可{count}ページ",
  "documents.report.recognised":
    "{count}件の文書の{pages}は、テキストを認識したものです。誤りがあるかもしれません。",
  "documents.report.recognised.pages": "スキャン{count}ページ",
  "documents.report.same": "{name}は{other}と同じ内容です。",
  "documents.report.sameMany": "{count}件の文書は、ほかの文書と同じ内容です。",

  // What a folder has no more.
  "documents.missing": "{count}件の文書が、フォルダー{folder}からなくなりました",
  "documents.missing.more": "{first}、{second}、ほか{count}件",
  "documents.missing.others": "ほかのファイルはすべて、同じ内容のまま、すでに追加されています。",
  "documents.missing.remove": "削除",
  "documents.missing.keep": "残す",

  // Deleting, and the way back.
  "documents.deleted": "削除しました",
  "documents.deleted.one": "{name}を削除しました",
  "documents.deleted.many": "{count}件の文書を削除しました",
  "documents.deleted.one.said": "{name}を削除しました。10秒間は元に戻せます。",
  "documents.deleted.many.said": "{count}件の文書を削除しました。10秒間は元に戻せます。",
  "documents.replaced": "置き換えました",
  "documents.replaced.one": "{name}を置き換えました",
  "documents.replaced.many": "{count}件の文書を置き換えました",
  "documents.replaced.one.said": "{name}を新しい版に置き換えました。20秒間は元に戻せます。",
  "documents.replaced.many.said": "{count}件の文書を置き換えました。20秒間は元に戻せます。",
  "documents.restored.one": "{name}を元に戻しました。",
  "documents.restored.many": "{count}件の文書を元に戻しました。",

  // Passwords.
  "documents.password": "パスワード",
  "documents.password.of": "{name}のパスワード",
  "documents.password.open": "開く",
  "documents.password.open.file": "{name}を開く",
  "documents.password.skip": "スキップ",
  "documents.password.skip.file": "{name}をスキップ",
  "documents.password.skip.what": "追加されません",
  "documents.password.skipped": "{name}をスキップしました。",
  "documents.password.skipAll": "{count}個すべてスキップ",
  "documents.password.skipAll.what": "どれも追加されません",
  "documents.password.skippedAll": "{count}個のファイルをスキップしました。",
  "documents.password.needed": "{name}にはパスワードが必要です",
  "documents.password.neededMany": "{count}個のファイルにはパスワードが必要です",
  "documents.password.later": "後で入力（文書の一覧に入力欄が残ります）",
  "documents.password.wrong": "パスワードが違います。別のパスワードをお試しください。",
  "documents.password.checking": "パスワードを確認しています…",
  "documents.password.use": "ファイルの読み取りに使うだけで、保存はされません。",
  "documents.password.use.more":
    "ファイルの読み取りに使うだけで、保存はされません。このほかに{count}個あります。",

  // Room.
  "documents.room.none": "{name}を保存する空き容量がありません",
  "documents.room.noneMany": "{count}個のファイルを保存する空き容量がありません",
  "documents.room.missing":
    "ブラウザーがこのサイトに割り当てたストレージが、{size}不足しています。",
  "documents.room.needed":
    "{size}が必要ですが、ブラウザーがこのサイトに割り当てた容量では足りません。",
  "documents.room.largest": "ここにある最も大きな文書：",
  "documents.room.waiting": "削除した文書が完全に消え次第、もう一度試します。",
  "documents.room.clearing":
    "削除した文書の分の空き容量は、元に戻せなくなる30秒後に使えるようになります。",
  "documents.room.leaveOut": "追加しない",
  "documents.storage.memory":
    "このタブの中だけに保存されます。このブラウザーでは、ページに何も保存できません。タブを閉じると、すべてなくなります。",
  "documents.storage.used": "ブラウザーがこのサイトに割り当てた{granted}のうち、{used}を使用中。",
  "documents.storage.kept": "削除するまで、ブラウザーに保存されます。",
  "documents.storage.mayGo":
    "空き容量が少なくなると、ブラウザーが消去することがあります。元のファイルも残しておいてください。",

  // Files that are read from their place on the disk.
  "documents.permission.asks":
    "{name}はディスクに置かれたままです。このページがもう一度読み取る前に、ブラウザーでの許可が必要です。",
  "documents.permission.refused":
    "ブラウザーに{name}の読み取りが許可されなかったため、ページを表示できません。テキストは引き続き検索できます。",
  "documents.permission.allow": "許可",

  // Files that somebody else has sent.
  "offers.title": "ほかのアプリから{count}個のファイルが送られました",
  "offers.about": "同意するまで何も追加されません。自分で送った覚えのないものは破棄してください。",
  "offers.as": "{name}という名前になります",
  "offers.turnedAway": "{count}個のファイルは受け取りませんでした。数が多すぎるか、大きすぎます。",
  "offers.differs": "同じ名前で内容の異なる文書がすでにあります（{count}件）",
  "offers.add": "追加",
  "offers.replace": "置き換える",
  "offers.both": "両方残す",
  "offers.discard": "破棄",
  "offers.discarded": "破棄しました。何も追加されていません。",
};
