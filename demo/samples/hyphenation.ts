/** The words of the sample article that may break at a line end, with their breaks. */
const words =
  "al-go-rithm an-other an-swer an-swers an-swered any-body ap-pli-ca-tion ar-ti-cle at-tempt " +
  "au-thor au-thors av-er-age be-cause be-gin-ning be-lieve be-longs be-tween blind-ly " +
  "bound-ary cal-cu-lat-ing check-able choices col-lec-tion col-lec-tions col-umn col-umns " +
  "com-mon-ly com-pare com-pared com-pares com-par-ing com-par-i-son con-stant con-tains " +
  "con-tin-ues con-tract count-ed count-ing cov-ered cut-ting dam-age de-cides de-pends " +
  "de-scribe de-scribed de-scribes de-scrip-tion dif-fer-ence dif-fer-ent dif-fi-cul-ty " +
  "di-vid-ed doc-u-ment doc-u-ments every-thing ex-am-ple ex-pe-ri-ence ex-plain fig-ures " +
  "find-ing fold-ers foot-ers for-mu-la frame-work fur-ther gath-ered get-ting head-er " +
  "head-ers head-ing head-ings hun-dred hy-phen hy-phens hy-phen-at-ed imag-ine imag-ined " +
  "im-por-tant in-dex in-dexed in-stance in-sur-ance in-ter-pre-ta-tion in-vent-ed larg-est " +
  "learned lec-ture let-ter let-ters look-ing man-u-als mat-ters mean-ings mea-sure " +
  "mea-sure-ments mem-o-ry meth-ods mis-takes nei-ther noth-ing no-where num-ber num-bers " +
  "oc-ca-sion-al oc-cur-rence oc-cur-rences of-ten-er or-gan-ised out-come out-side " +
  "over-lap-ping para-graph para-graphs pas-sage pas-sages per-son-al phras-es prac-ti-cal " +
  "pre-serves pri-vate prob-a-bilis-tic pro-ceeds proj-ect prop-er-ties qual-i-ty " +
  "ques-tion ques-tions quo-ta-tions rank-ing read-er read-ing re-ceipts rec-og-nised " +
  "re-fine-ments re-la-tions rel-e-vance re-mem-ber re-paired re-pair-ing re-pairs " +
  "re-peat-ed rep-re-sen-ta-tions re-sult re-sults re-triev-al re-turns scanned search " +
  "searched search-ing sec-tion sec-tions sen-tence sen-tences sev-er-al small-est " +
  "some-body some-thing spec-i-fic-i-ty sta-tis-ti-cal strip-ping strong-ly syn-onyms " +
  "sys-tem sys-tems them-selves there-fore thou-sand thou-sands to-geth-er trust-wor-thy " +
  "uni-verse uni-ver-si-ty usu-al-ly weight-ing what-ever with-out word-ing writ-ten wrong-ly " +
  "un-der-stand ti-tle pro-gram ap-pear re-mains re-main";

const softHyphen = "\u00ad";

/** Each word with optional hyphens at its breaks. */
export const hyphenated: [word: string, withBreaks: string][] = words
  .split(" ")
  .map((word) => [word.replaceAll("-", ""), word.replaceAll("-", softHyphen)]);
