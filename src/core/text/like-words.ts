import { stemsOf } from "./stems.js";

/**
 * Groups of related English words that the stemmer does not unite: countries with their people, and
 * verbs and adjectives with their nouns.
 */
const related = `
norway norwegian|sweden swedish swede|denmark danish dane|finland finnish finn|iceland icelandic
ireland irish|britain british briton|england english|scotland scottish scot|wales welsh
france french|germany german|austria austrian|switzerland swiss|netherlands dutch holland
belgium belgian|spain spanish spaniard|portugal portuguese|italy italian|greece greek|turkey turkish turk
poland polish pole|hungary hungarian|czechia czech|romania romanian|bulgaria bulgarian|serbia serbian
croatia croatian|ukraine ukrainian|russia russian|china chinese|japan japanese|korea korean
vietnam vietnamese|thailand thai|india indian|pakistan pakistani|iran iranian|iraq iraqi
israel israeli|egypt egyptian|morocco moroccan|kenya kenyan|nigeria nigerian|africa african
america american|canada canadian|mexico mexican|brazil brazilian|argentina argentine|chile chilean
peru peruvian|cuba cuban|australia australian|europe european|asia asian|paris parisian
london londoner|rome roman|venice venetian|vienna viennese|jew jewish judaism|christian christianity
islam muslim islamic|die death dead|choose choice chosen|sell sale|lose loss|fly flight|grow growth
know knowledge|strong strength|long length|high height|wide width|deep depth|heavy weight weigh|hot heat
decide decision|destroy destruction|receive receipt|succeed success|speak speech|advise advice
believe belief|prove proof|live life|marry marriage|born birth|thieve theft thief|young youth
free freedom|describe description|solve solution|permit permission|conclude conclusion
expand expansion|explode explosion|invade invasion|defend defence|apply application|deny denial
refuse refusal|produce production|reduce reduction|introduce introduction|divide division
provide provision|extend extension|submit submission|admit admission|exceed excess
maintain maintenance|retain retention|assume assumption|consume consumption
abolish abolition|enter entry entrance|begin beginning
compare comparison|analyse analysis|renew renewal|approve approval|arrive arrival|behave behaviour
punish punishment|steal stolen|warm warmth|poor poverty|able ability
angry anger|wealthy wealth|safe safety|divorce divorced
complain complaint|respond response|offend offence|acquire acquisition|inquire inquiry
suspend suspension|disclose disclosure|fail failure|depart departure|close closure|expose exposure`;

/**
 * Groups of everyday English words with similar meanings. A word has the meanings of all its
 * groups, but is not similar to words two groups away.
 */
const alike = `
buy purchase acquire|price cost fee charge fare|pay spend paid|salary wage pay earnings income
rent lease let|money cash funds|fine penalty|refund reimburse repay|debt loan owe
donate give donation gift grant|tax duty levy|invoice bill|discount reduction rebate
insurance cover policy|compensation damages|begin start commence launch open
end finish terminate expire conclude cease|stop halt cease quit|resign quit leave
dismiss fire sack terminate|hire employ recruit appoint engage|employee staff worker personnel
boss manager supervisor head|employer company|job work occupation profession post position
firm company business enterprise corporation|holiday vacation leave|sick ill unwell illness
disease illness sickness|doctor physician gp|medicine drug medication remedy|hospital clinic
dose dosage|injury wound hurt injured|heal cure recover|house home dwelling residence
flat apartment|landlord owner|tenant renter lessee|own possess belong owner property
car vehicle automobile|bicycle bike cycle|plane aircraft aeroplane|ship vessel boat
trip journey travel excursion|traveller passenger|walk hike stroll foot|drive ride
luggage baggage bags|arrive reach come|depart leave|return back|near close nearby
far distant distance|accident crash collision|speed fast quick rapid|child kid children
mother mum parent|father dad papa parent|brother sister sibling|wife husband spouse partner
pensioner retired elderly senior|old elderly aged age|grandchild granddaughter grandson
ancestor forefather|descendant offspring|enemy foe opponent|pet dog cat animal|citizen national
school college academy|university college|pupil student|lesson class course|exam test examination
learn study|study research investigation|headmaster headmistress principal|author writer
write compose author|newspaper journal paper|picture image photograph painting|game match
lose defeat beaten|build construct erect make|border frontier boundary|law act statute legislation
court tribunal|judge magistrate|police officer|kill murder slay|war conflict battle
attack assault raid|flee escape|invade conquer|capture seize take|rescue save
found establish create set|founder creator|invent devise develop|discover find found|elect choose
president chair chairman chairwoman|successor replace follow next|predecessor previous former
replace renew exchange substitute|change alter amend modify|repair fix|break damage broken
damage harm|destroy ruin demolish|remove delete eliminate|keep retain store hold|return surrender
send dispatch ship post|get receive obtain|need require necessary|must obliged required
allow permit let may|forbid ban prohibit banned prohibited|refuse reject decline turn
agree accept consent approve|approval consent permission|disagree oppose against object
help assist aid|advise recommend suggest|warn alert|tell inform notify report
hide conceal secret confidential|secret confidential|promise pledge undertake|contract agreement
sign signature signed executed|cancel terminate withdraw|deadline due latest|annual yearly year
monthly month|duration last period term|often frequent frequency every|early advance ahead
late delay|first initial original|last final|big large great huge|small little tiny
increase rise grow raise|decrease fall decline drop lower reduce|high elevation altitude height
whole entire total|majority most|maximum highest most|minimum least lowest|average mean typical
amount quantity number|limit cap restriction|size dimension|area region zone district
located situated lies based|middle centre|top upper|under below beneath|eat food meal
dinner meal supper|drink beverage|sleep bed night|wake woken|clothes clothing garment
hot warm heat|rain storm weather|fire burn blaze|noise sound loud|phone telephone mobile
screen display monitor|button key switch|install mount|connect link attach
disconnect detach unplug|charge load|engine motor|electricity power current|battery accumulator
error fault failure problem|problem difficulty issue trouble|danger hazard risk dangerous
safe secure|protect safeguard|reason cause because why|benefit advantage|drawback disadvantage
consist comprise contain include|exclude except|choose select pick|suggest propose
discuss talk debate|decide determine resolve|guarantee warranty|complain complaint|customer client
supplier vendor|order request|deliver delivery|shop store|visit attend come
participate take part|attend present|absent apologies|allow entitle entitled
responsible charge duty|copy duplicate reproduce|share disclose|steal theft stolen
lost loss missing|verbal oral spoken|foreign abroad overseas
religious faith religion|plague epidemic pandemic|grave tomb burial`;

/** Words that are related to a word or similar to it in meaning. */
export interface LikeWords {
  /** Stems of related words: "Norwegian" for "Norway". */
  readonly related: readonly string[];
  /** Stems of words with a similar meaning: "physician" for "doctor". */
  readonly alike: readonly string[];
}

const none: LikeWords = { related: [], alike: [] };
/** Parsed on first use. */
let known: ReadonlyMap<string, LikeWords> | null = null;

/** The stems of words related or similar in meaning to those with this English stem. */
export function likeWordsOf(stem: string): LikeWords {
  known ??= read();
  return known.get(stem) ?? none;
}

function read(): ReadonlyMap<string, LikeWords> {
  const found = new Map<string, { related: Set<string>; alike: Set<string> }>();
  const add = (list: string, kind: "related" | "alike"): void => {
    for (const group of list.trim().split(/[|\n]/)) {
      const stems = [...new Set(group.split(" ").flatMap((word) => stemsOf(word, "en", "query")))];
      for (const stem of stems) {
        const like = found.get(stem) ?? { related: new Set(), alike: new Set() };
        found.set(stem, like);
        for (const other of stems) if (other !== stem) like[kind].add(other);
      }
    }
  };
  add(related, "related");
  add(alike, "alike");
  return new Map(
    [...found].map(([stem, like]) => [
      stem,
      {
        related: [...like.related],
        alike: [...like.alike].filter((other) => !like.related.has(other)),
      },
    ]),
  );
}
