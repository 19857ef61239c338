import { fold } from "../core/index.js";

/**
 * What a yes-or-no question asks about its remaining words.
 *
 * - `now`, `past`, `future`, `would`: whether it is, was, will or would be so.
 * - `allowed`, `required`: whether it may or must be so.
 * - `exists`: whether there is such a thing.
 */
export type Asked = "now" | "past" | "future" | "would" | "allowed" | "required" | "exists";

/** The words of a language that carry the grammar of questions and statements. */
export interface Grammar {
  readonly asking: readonly (readonly [RegExp, Asked])[];
  /** Words after the beginning that change what is asked: "allowed to" in "am I allowed to". */
  readonly turning: readonly (readonly [RegExp, Asked])[];
  /** Words without independent meaning, which a sentence may omit. */
  readonly small: ReadonlySet<string>;
  /** Words for persons that stand for anyone. */
  readonly anyone: ReadonlySet<string>;
  /** Small words that relate two things: "to Paris" is not "from Paris". */
  readonly relating: ReadonlySet<string>;
  /** First words of compound verbs: "is" in "is paid". */
  readonly verbs: ReadonlySet<string>;
  /** Verb forms of the sentences that may answer a question about more than a fact. */
  readonly moods: Readonly<Record<Exclude<Asked, "exists" | "now" | "past">, RegExp>>;
  /** Verbs that make a statement about the present, past or future uncertain. */
  readonly modal: RegExp;
  /** The words right before a thing that a sentence says exists. */
  readonly existing: RegExp;
  /** Negations. They apply to the words after them. */
  readonly negation: RegExp;
  readonly forbidding: RegExp;
  /** Conditions, exceptions, endings, plans, hearsay: whatever makes a statement uncertain. */
  readonly unsure: RegExp;
}

/** The words of a list in lower case and without accents. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).map(fold));
}

/** A pattern for any of these words, which may be patterns; an underscore stands for a space. */
function oneOf(list: string): RegExp {
  const each = list.trim().split(/\s+/u).join("|").replaceAll("_", "\\s+");
  return new RegExp(`(?<![a-zß-ɏḀ-ỿ'])(?:${each})(?![a-zß-ɏḀ-ỿ])`, "giu");
}

const never = /(?!)/gu;

export const english: Grammar = {
  asking: [
    [/^(?:is|are) there(?: any)?(?= )/iu, "exists"],
    [/^(?:may|can|could)(?= )/iu, "allowed"],
    [/^(?:must|should|shall)(?= )/iu, "required"],
    [/^(?:do|does|is|are|am|has|have)(?= )/iu, "now"],
    [/^(?:did|was|were|had)(?= )/iu, "past"],
    [/^will(?= )/iu, "future"],
    [/^would(?= )/iu, "would"],
  ],
  turning: [
    [
      /(?<![a-zß-ɏḀ-ỿ])(?:allowed|permitted|entitled|able|free)(?: to)?(?![a-zß-ɏḀ-ỿ])/iu,
      "allowed",
    ],
    [/(?<![a-zß-ɏḀ-ỿ])(?:have to|need to|required to|obliged to)(?![a-zß-ɏḀ-ỿ])/iu, "required"],
  ],
  small: wordSet(
    "a an the this these those of in on at by for from to with into as and or any it its their his her our your my be been being is are was were am do does did has have had may can could must shall should will would also throughout hereby such s , allowed permitted entitled able required obliged need needs",
  ),
  relating: wordSet("of in on at by for from to with into as"),
  anyone: wordSet("i we you one anyone anybody everyone somebody someone person persons people"),
  verbs: wordSet(
    "is are was were am do does did has have had may can could must shall should will would need needs",
  ),
  moods: {
    future: oneOf("will shall"),
    would: oneOf("would"),
    allowed: oneOf("may can could allowed permitted entitled able free"),
    required: oneOf("must shall should required obliged have_to has_to needs?_to need"),
  },
  modal: oneOf("may can could should will would"),
  existing: /(?<!\p{Alpha})there (?:is|are)(?: (?:no|a|an|any|the|one))?$/u,
  negation: /^(?:not|never|no)$/u,
  forbidding: oneOf("banned prohibited forbidden disqualified barred unable"),
  unsure: oneOf(
    `if unless except excepting excluding exclusive other_than provided providing subject_to without until till only solely merely as_long_as so_long_as in_case whether save_as save_for otherwise instead rather_than upon consent approval
    no_longer not_(?:only|always|all|every|yet|just|solely|entirely|fully|necessarily|both) nor neither none nothing nobody hardly barely rarely seldom scarcely little few unlikely nearly almost
    suspen(?:d|ds|ded|ding|sion|sions) discontinu\\p{Alpha}+ ceas(?:e|es|ed|ing) stop(?:s|ped|ping)? cancel\\p{Alpha}* terminat\\p{Alpha}+ halt\\p{Alpha}* eliminat\\p{Alpha}+ revok\\p{Alpha}+ withdr\\p{Alpha}+ abolish\\p{Alpha}* bans? bann\\p{Alpha}+ prohibit\\p{Alpha}* forb[ia]d\\p{Alpha}* den(?:y|ies|ied|ying) refus\\p{Alpha}+ reject\\p{Alpha}* fail\\p{Alpha}* lack\\p{Alpha}* absen(?:t|ce) prevent\\p{Alpha}* disqualif\\p{Alpha}+ ineligible exempt\\p{Alpha}* waiv\\p{Alpha}+ expir(?:ed|es) dropped former(?:ly)? used_to previous(?:ly)? prior_to unable removed repeal\\p{Alpha}* void null superseded barr\\p{Alpha}+ abandon\\p{Alpha}* defer\\p{Alpha}* postpon\\p{Alpha}+ forgo\\p{Alpha}* forwent omit\\p{Alpha}*
    might perhaps possibl[ey] potential(?:ly)? probabl[ey] likely expect\\p{Alpha}* intend\\p{Alpha}* intention plan(?:s|ned|ning)? anticipat\\p{Alpha}+ hop(?:e|es|ed|ing) propos(?:al|als|ed) consider(?:s|ed|ing) attempt\\p{Alpha}* tr(?:y|ies|ied) sought seeks aim(?:s|ed)? believ\\p{Alpha}+ think\\p{Alpha}* thought claim(?:s|ed) alleg\\p{Alpha}+ reportedly argu\\p{Alpha}+ suggest\\p{Alpha}* said says according assum\\p{Alpha}+ supposed rumou?r\\p{Alpha}* seem(?:s|ed)? appear(?:s|ed)? questions? doubt\\p{Alpha}* myth false(?:ly)? untrue hypothetical\\p{Alpha}* example some sometimes part(?:ly|ially)`,
  ),
};

const german: Grammar = {
  asking: [
    [/^gibt es(?= )/iu, "exists"],
    [/^(?:darf|dürfen|kann|können)(?= )/iu, "allowed"],
    [/^(?:muss|müssen|soll|sollen)(?= )/iu, "required"],
    [/^(?:ist|sind|hat|haben)(?= )/iu, "now"],
    [/^(?:wurde|wurden)(?= )/iu, "past"],
  ],
  turning: [[/(?<![a-zß-ɏḀ-ỿ])(?:erlaubt|gestattet)(?![a-zß-ɏḀ-ỿ])/iu, "allowed"]],
  small: wordSet(
    "der die das den dem des ein eine einen einem einer eines in im an am auf bei von vom zu zum zur mit für und oder es sein seine ihr ihre mein meine ist sind hat haben werden wurde wurden worden darf dürfen kann können muss müssen soll sollen auch erlaubt gestattet ,",
  ),
  relating: wordSet("in im an am auf bei von vom zu zum zur mit für"),
  anyone: wordSet("ich wir man jemand du"),
  verbs: wordSet(
    "ist sind hat haben wurde wurden darf dürfen kann können muss müssen soll sollen werden",
  ),
  moods: {
    future: never,
    would: never,
    allowed: oneOf("darf dürfen kann können erlaubt gestattet"),
    required: oneOf("muss müssen soll sollen"),
  },
  modal: oneOf("darf dürfen kann können muss müssen soll sollen wird werden"),
  existing: /(?<!\p{Alpha})(?:es gibt|gibt es)(?: k?ein\p{Alpha}{0,2})?$/u,
  negation: /^(?:nicht|nie|niemals|kein\p{Alpha}{0,2})$/u,
  forbidding: oneOf("verboten untersagt"),
  unsure: oneOf(
    "wenn falls sofern außer ausgenommen ohne nur bis es_sei_denn solange nicht_(?:nur|mehr|immer|alle) weder sonst eingestellt ausgesetzt gekündigt beendet aufgehoben abgelehnt verboten untersagt könnten? würden? vielleicht möglicherweise voraussichtlich geplant beabsichtigt soweit vorbehaltlich kaum selten früher ehemals teilweise manche einige angeblich laut Zustimmung",
  ),
};

const french: Grammar = {
  asking: [
    [/^(?:y a-t-il|est-ce qu['’]il y a)(?= )/iu, "exists"],
    [/^(?:puis-je|peut-on|est-ce qu(?:e |['’])(?:je peux|on peut))(?= )/iu, "allowed"],
    [/^(?:dois-je|doit-on|faut-il|est-ce qu(?:e |['’])(?:je dois|on doit))(?= )/iu, "required"],
    [/^est-ce qu(?:e |['’])/iu, "now"],
  ],
  turning: [[/(?<![a-zß-ɏḀ-ỿ])(?:autorisée?s?|permise?s?)(?![a-zß-ɏḀ-ỿ])/iu, "allowed"]],
  small: wordSet(
    "le la les l un une du des de d en dans au aux à sur par pour avec et ou ce cet cette ces son sa ses est sont a ont il elle ils elles on y se s être ne n qui que autorisé autorisée autorisés autorisées permis permise peut peuvent doit doivent ,",
  ),
  relating: wordSet("de du des en dans au aux à sur par pour avec"),
  anyone: wordSet("je on nous vous"),
  verbs: wordSet("est sont a ont peut peuvent doit doivent"),
  moods: {
    future: never,
    would: never,
    allowed: oneOf("peut peuvent autorisée?s? permise?s?"),
    required: oneOf("doit doivent faut"),
  },
  modal: oneOf("peut peuvent doit doivent faut"),
  existing: /(?<!\p{Alpha})y a(?: pas)?(?: (?:de|d|une?|aucune?|des))?$/u,
  negation: /^(?:pas|jamais|aucune?)$/u,
  forbidding: oneOf("interdite?s?"),
  unsure: oneOf(
    "si sauf sans seulement uniquement excepté hormis jusqu à_condition tant_que à_moins plus ni rien personne interdite?s? suspendue?s? annulée?s? résiliée?s? pourrait pourraient serait seraient peut-être probablement prévue?s? envisagée?s? réserve rarement ancien anciennement certains prétend\\p{Alpha}* selon accord",
  ),
};

const spanish: Grammar = {
  asking: [
    [/^hay(?= )/iu, "exists"],
    [/^(?:se )?(?:puedo|puede|pueden|podemos)(?= )/iu, "allowed"],
    [/^(?:se )?(?:debo|debe|deben|debemos)(?= )/iu, "required"],
    [/^(?:es|son|está|están)(?= )/iu, "now"],
  ],
  turning: [[/(?<![a-zß-ɏḀ-ỿ])(?:permitid[oa]s?|autorizad[oa]s?)(?![a-zß-ɏḀ-ỿ])/iu, "allowed"]],
  small: wordSet(
    "el la los las un una unos unas de del en al a por para con y o su sus este esta estos estas es son está están se lo hay ha han permitido permitida permitidos permitidas autorizado autorizada puede pueden debe deben ,",
  ),
  relating: wordSet("de del en al a por para con"),
  anyone: wordSet("yo uno nosotros usted ustedes"),
  verbs: wordSet("es son está están puede pueden debe deben ha han"),
  moods: {
    future: never,
    would: never,
    allowed: oneOf("puede pueden permitid[oa]s? autorizad[oa]s?"),
    required: oneOf("debe deben"),
  },
  modal: oneOf("puede pueden debe deben"),
  existing: /(?<!\p{Alpha})hay(?: (?:una?|ning[uú]na?|ning[uú]n))?$/u,
  negation: /^(?:no|nunca|jamas|ningun|ninguna)$/u,
  forbidding: oneOf("prohibid[oa]s?"),
  unsure: oneOf(
    "si salvo excepto sin solo sólo solamente únicamente hasta a_menos siempre_que mientras ya_no ni nada nadie prohibid[oa]s? suspendid[oa]s? cancelad[oa]s? rescindid[oa]s? podría podrían sería serían quizás? tal_vez probablemente previst[oa]s? sujet[oa]s? rara_vez antigu[oa] antes algun[oa]s? según consentimiento",
  ),
};

export const grammars: readonly Grammar[] = [english, german, french, spanish];
