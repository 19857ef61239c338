/** Stands where a font has no sign. */
const unknown = "\ufffd";
/** A line without any. */
const none = unknown.repeat(16);
/** The code of the first sign. */
const first = 0x20;

function table(lines: readonly string[]): readonly string[] {
  return [...lines.join("")];
}

/**
 * The signs of fonts that have others in the places of letters, from 0x20 to 0xff, sixteen a line: those
 * of ISO 32000-1, D.5 and D.6, and those of Microsoft's fonts as Unicode has them, but for some that it
 * has twice: of a tick, an arrow and a square the one that most fonts and readers know.
 */
const symbol = table([
  " !∀#∃%&∋()∗+,−./",
  "0123456789:;<=>?",
  "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟ",
  "ΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
  "‾αβχδεφγηιϕκλµνο",
  "πθρστυϖωξψζ{|}∼�",
  none,
  none,
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓",
  "°±″≥×∝∂•÷≠≡≈…⏐⎯↵",
  "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉",
  "∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
  "◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
  "�⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭�",
]);

const zapfDingbats = table([
  " ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏",
  "✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟",
  "✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯",
  "✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿",
  "❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏",
  "❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞�",
  "❨❩❪❫❬❭❮❯❰❱❲❳❴❵��",
  none,
  "�❡❢❣❤❥❦❧♣♦♥♠①②③④",
  "⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿",
  "➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏",
  "➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟",
  "➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯",
  "�➱➲➳➴➵➶➷➸➹➺➻➼➽➾�",
]);

const wingdings = table([
  " 🖉✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭",
  "🗀🗁🗎🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍",
  "🖎✌🖏👍👎☜☞☝☟🖐☺😐☹💣🕱🏳",
  "🏱✈☼🌢❄🕆✞🕈✠✡☪☯🕉☸♈♉",
  "♊♋♌♍♎♏♐♑♒♓&&●❍■□",
  "❐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶❝❞▯",
  "⓪➀➁➂➃➄➅➆➇➈➉⓿➊➋➌➍",
  "➎➏➐➑➒➓🙢🙠🙡🙣🙞🙜🙝🙟·•",
  "⬝○🞆🞈🞊🞋🔿▪◻🟁✦★🟋🟏🟓🟑",
  "⯐⌖⯎⯏⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘",
  "🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗",
  "🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈➲⮉⮋←",
  "→↑↓↖↗↙↘⬅➔⬆⬇🡼🡽🡿🡾⇦",
  "⇨⇧⇩⬄⇳⬁⬀⬃⬂🢬🢭✗✓☒☑�",
]);

const wingdings2 = table([
  " 🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋",
  "🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙",
  "🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑✗",
  "✓☒☑☒☒⮾⮿🛇⦸🙱🙴🙲🙳‽🙹🙺",
  "🙻🙦🙤🙥🙧🙚🙘🙙🙛⓪①②③④⑤⑥",
  "⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿�",
  "☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤",
  "🕥🕦🕧🙨🙩⋅🞄⦁●○🞅🞇🞉⊙⦿🞌",
  "🞍◾■□🞑🞒🞓🞔▣🞕🞖🞗🞘⬩⬥◇",
  "🞚◈🞛🞜🞝🞞⬪⬧◊🞠◖◗⯊⯋⯀⯁",
  "⬟⯂⬣⬢⯃⯄🞡🞢🞣🞤🞥🞦🞧🞨🞩🞪",
  "🞫🞬🞭🞮🞯🞰🞱🞲🞳🞴🞵🞶🞷🞸🞹🞺",
  "🞻🞼🞽🞾🞿🟀🟂🟄🟆🟉🟊✶🟌🟎🟐🟒",
  "✹🟃🟇✯🟍🟔⯌⯍※⁂������",
]);

const wingdings3 = table([
  " ⭠⭢⭡⭣⭦⭧⭩⭨⭰⭲⭱⭳⭶⭸⭻",
  "⭽⭤⭥⭪⭬⭫⭭⭍⮠⮡⮢⮣⮤⮥⮦⮧",
  "⮐⮑⮒⮓⮀⮃⭾⭿⮄⮆⮅⮇⮏⮍⮎⮌",
  "⭮⭯⎋⌤⌃⌥␣⍽⇪⮸🢠🢡🢢🢣🢤🢥",
  "🢦🢧🢨🢩🢪🢫🡐🡒🡑🡓🡔🡕🡗🡖🡘🡙",
  "▲▼△▽◀▶◁▷◣◢◤◥🞀🞂🞁�",
  "🞃⯅⯆⯇⯈⮜⮞⮝⮟🠐🠒🠑🠓🠔🠖🠕",
  "🠗🠘🠚🠙🠛🠜🠞🠝🠟🠀🠂🠁🠃🠄🠆🠅",
  "🠇🠈🠊🠉🠋🠠🠢🠤🠦🠨🠪🠬🢜🢝🢞🢟",
  "🠮🠰🠲🠴🠶🠸🠺🠹🠻🢘🢚🢙🢛🠼🠾🠽",
  "🠿🡀🡂🡁🡃🡄🡆🡅🡇⮨⮩⮪⮫⮬⮭⮮",
  "⮯🡠🡢🡡🡣🡤🡥🡧🡦🡰🡲🡱🡳🡴🡵🡷",
  "🡶🢀🢂🢁🢃🢄🢅🢇🢆🢐🢒🢑🢓🢔🢖🢕",
  "🢗���������������",
]);

const webdings = table([
  " 🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼",
  "🗕🗖🗗⏴⏵⏶⏷⏪⏩⏮⏭⏸⏹⏺🗚🗳",
  "🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂",
  "🏞🏕🛤🏟🛳🕬🕫🕨🔈🎔🎕🗬🙽🗭🗪🗫",
  "⮔✔🚲⬜🛡📦🛱⬛🚑🛈🛩🛰🟈🕴⬤🛥",
  "🚔🗘✖❓🛲🚇🚍⛳⦸⊖🚭🗮⏐🗯🗲�",
  "🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘🗠",
  "🛢💰🏷💳👪🗡🗢🗣✯🖄🖅🖃🖆🖹🖺🖻",
  "🕵🕰🖽🖾📋🗒🗓🕮📚🗞🗟🗃🗂🖼🎭🎜",
  "🎘🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻",
  "🖥🖦🖧🕹🎮🕻🕼📟🖁🖀🖨🖩🖿🖪🗜🔒",
  "🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫",
  "🌜🌡🛋🛏🍽🍸🛎🛍Ⓟ♿🛆🖈🎓🗤🗥🗦",
  "🗧🛪🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊",
]);

const fonts: readonly (readonly [name: RegExp, table: readonly string[]])[] = [
  [/^(?:symbol(?:mt|ps|std|neu|set|proportionalbt)?|standardsym(?:l|bolsps))$/, symbol],
  [/^(?:(?:itc)?zapfdingbats(?:itc|bt|std)?|dingbats|d050000l|monotypesorts)$/, zapfDingbats],
  [/^wingdings$/, wingdings],
  [/^wingdings2$/, wingdings2],
  [/^wingdings3$/, wingdings3],
  [/^webdings$/, webdings],
];

/** What a font's name has besides: the mark of a part of it ("ABCDEF+"), and its cut. */
const besides =
  /^[A-Z]{6}\+|[\s_-]|(?:[,-]?(?:regular|normal|roman|medium|bold|italic|oblique)){1,8}$/gi;

/**
 * What a text in a font of symbols shows: "✔" for "4" in Zapf Dingbats, "µ" for "m" in Symbol. Its
 * characters are codes of the font, from 0x20 to 0xff or as files keep them from 0xf020 to 0xf0ff; others
 * are left as they are. Null where the font, by its name, is one of letters.
 */
export function symbolText(font: string, text: string): string | null {
  const name = font.replace(besides, "").toLowerCase();
  const table = fonts.find(([pattern]) => pattern.test(name))?.[1];
  if (!table) return null;
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0);
      const sign = table[(code >= 0xf000 ? code - 0xf000 : code) - first];
      return character.length === 1 && sign !== undefined && sign !== unknown ? sign : character;
    })
    .join("");
}
